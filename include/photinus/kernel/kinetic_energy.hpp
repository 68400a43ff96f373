#pragma once

#include "photinus/base/random.hpp"

namespace photinus {

/// The kinetic energy of the next momentum, given that of the last one: a reversible step in
///   2 K ~ chi^2 with P degrees of freedom,
/// the law of every fresh momentum, so that the target stays invariant, with correlation
/// `correlation` in [-1, 1] from one momentum to the next.
///
/// A quarter of a period turns kinetic into potential energy. With a negative correlation the
/// potential energy swings about its mean where it would only forget: over-relaxation (Adler 1981)
/// of the one scalar, log density, that a fresh momentum's size decides.
///
/// The proposal is normal in (2 K / P)^(1/3), which is nearly normal itself (Wilson & Hilferty
/// 1931), and is accepted by Metropolis' rule.
double next_kinetic_energy(Stream& stream, double kinetic_energy, int parameters,
                           double correlation);

}  // namespace photinus
