# Usage: Rscript coda_oracle.R SERIES RESULTS
# SERIES: one chain per line. RESULTS: first line says who answers, then one effective size per line:
# coda's effectiveSize where coda is installed, else its formula on R's own ar().
effective <- function(x) {
  z <- seq_along(x)
  if (identical(all.equal(sd(residuals(lm(x ~ z))), 0), TRUE)) return(0)
  fit <- ar(x, aic = TRUE)
  length(x) * var(x) * (1 - sum(fit$ar))^2 / fit$var.pred
}
has_coda <- requireNamespace("coda", quietly = TRUE)
if (has_coda) effective <- function(x) unname(coda::effectiveSize(coda::mcmc(x)))

arguments <- commandArgs(trailingOnly = TRUE)
lines <- strsplit(readLines(arguments[1]), " ", fixed = TRUE)
sizes <- vapply(lines, function(words) effective(as.numeric(words)), 0)
writeLines(c(if (has_coda) "coda" else "ar()", sprintf("%.17g", sizes)), arguments[2])
