#pragma once

#include <boost/serialization/string.hpp>
#include <boost/serialization/vector.hpp>

#include "photinus/base/serialization.hpp"
#include "photinus/replica/home_commands.hpp"
#include "photinus/replica/row_commands.hpp"

/// What the homes of replicas, and shares of rows, are asked, and answer, as messages.
namespace boost::serialization {

using namespace photinus;

template <class A>
void serialize(A& a, ParameterPrior& x, unsigned) {
  a& x.family& x.scale& x.nu;
}
template <class A>
void serialize(A& a, DataModelSettings& x, unsigned) {
  a& x.numbers& x.priors& x.names& x.inputs& x.sampled_scale;
}
template <class A>
void serialize(A& a, OpenHomes& x, unsigned) {
  a& x.header& x.family& x.settings& x.home_of& x.seed;
}
template <class A>
void serialize(A& a, OpenHomes::Reply& x, unsigned) {
  a& x.names& x.dimension& x.independent_rows;
}
template <class A>
void serialize(A& a, KernelSettings& x, unsigned) {
  a& x.name& x.hmc.integrator& x.hmc.trajectory& x.hmc.leapfrogs& x.hmc.most_leapfrogs;
  a& x.hmc.energy_correlation& x.slice_updates;
}
template <class A>
void serialize(A& a, SetLadder& x, unsigned) {
  a& x.kind& x.betas& x.fresh_subsets& x.chains& x.replicas_per_chain& x.kernel;
  a& x.identity_metric& x.precision;
}
template <class A>
void serialize(A&, SetLadder::Reply&, unsigned) {}
template <class A>
void serialize(A& a, StartReplicas& x, unsigned) {
  a& x.from& x.thetas& x.factors;
}
template <class A>
void serialize(A&, StartReplicas::Reply&, unsigned) {}
template <class A>
void serialize(A& a, Info& x, unsigned) {
  a& x.acceptance_rate& x.accepted& x.leapfrogs& x.diverging;
}
template <class A>
void serialize(A& a, ReplicaReport& x, unsigned) {
  a& x.replica& x.theta& x.parameters& x.log_density& x.log_likelihood& x.info& x.log_ratio& x
      .acceptance_rates;
  a& x.evaluations& x.exchanges;
}
template <class A>
void serialize(A& a, Advance::Reply& x, unsigned) {
  a& x.reports;
}
template <class A>
void serialize(A& a, Temper::Reply& x, unsigned) {
  a& x.reports;
}
template <class A>
void serialize(A& a, Advance::Job& x, unsigned) {
  a& x.replica& x.rung& x.step_size;
}
template <class A>
void serialize(A& a, Advance& x, unsigned) {
  a& x.iteration& x.updates& x.fresh_energy& x.jobs;
}
template <class A>
void serialize(A& a, Temper::Job& x, unsigned) {
  a& x.replica& x.step_sizes;
}
template <class A>
void serialize(A& a, Temper& x, unsigned) {
  a& x.iteration& x.updates& x.jobs;
}
template <class A>
void serialize(A& a, Score::Job& x, unsigned) {
  a& x.replica& x.rung;
}
template <class A>
void serialize(A& a, Score& x, unsigned) {
  a& x.jobs;
}
template <class A>
void serialize(A& a, Score::Value& x, unsigned) {
  a& x.job& x.log_density& x.exchanges;
}
template <class A>
void serialize(A& a, Score::Reply& x, unsigned) {
  a& x.values;
}
template <class A>
void serialize(A& a, WeighExchanges& x, unsigned) {
  a& x.iteration& x.count& x.jobs;
}
template <class A>
void serialize(A& a, WeighExchanges::Weight& x, unsigned) {
  a& x.replica& x.exchange& x.log_ratio& x.evaluations;
}
template <class A>
void serialize(A& a, WeighExchanges::Reply& x, unsigned) {
  a& x.weights& x.proposed;
}
template <class A>
void serialize(A& a, ExchangeRows& x, unsigned) {
  a& x.iteration& x.count& x.accepted;
}
template <class A>
void serialize(A&, ExchangeRows::Reply&, unsigned) {}
template <class A>
void serialize(A&, SaveReplicas&, unsigned) {}
template <class A>
void serialize(A& a, SaveReplicas::Reply& x, unsigned) {
  a& x.replicas& x.orders;
}
template <class A>
void serialize(A& a, RestoreReplicas& x, unsigned) {
  a& x.replicas& x.orders;
}
template <class A>
void serialize(A&, RestoreReplicas::Reply&, unsigned) {}
template <class A>
void serialize(A& a, ReadRows& x, unsigned) {
  a& x.files& x.layout& x.family& x.numbers& x.coordinator_holds_rows;
}
template <class A>
void serialize(A& a, ReadRows::Reply& x, unsigned) {
  a& x.range& x.responses;
}
template <class A>
void serialize(A& a, OpenRows& x, unsigned) {
  a& x.settings;
}
template <class A>
void serialize(A&, OpenRows::Reply&, unsigned) {}
template <class A>
void serialize(A& a, SumRows& x, unsigned) {
  a& x.thetas& x.first& x.last& x.block_size;
}
template <class A>
void serialize(A& a, SumRows::Reply& x, unsigned) {
  a& x.sums;
}
template <class A>
void serialize(A& a, SumSlopes& x, unsigned) {
  a& x.theta& x.first& x.last& x.list& x.block_size;
}
template <class A>
void serialize(A& a, SumSlopes::Reply& x, unsigned) {
  a& x.sums;
}

}  // namespace boost::serialization
