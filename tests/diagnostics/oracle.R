# Usage: Rscript oracle.R SERIES RESULTS
# SERIES: one line per series: chains, draws per chain, then the draws chain by chain.
# RESULTS: first line the version of posterior, then one line of values per series.
# Exit status 3: the package posterior is missing.
if (!suppressMessages(suppressWarnings(require(posterior, quietly = TRUE)))) quit(status = 3)

diagnose <- function(line) {
  words <- strsplit(line, " ", fixed = TRUE)[[1]]
  x <- matrix(as.numeric(words[-(1:2)]), ncol = as.integer(words[1]), nrow = as.integer(words[2]))
  values <- c(rhat(x), ess_bulk(x), ess_tail(x), ess_mean(x), mcse_mean(x), mcse_sd(x),
              base::mean(x), stats::sd(x), stats::quantile(x, c(0.05, 0.5, 0.95)))
  paste(ifelse(is.na(values), "NA", sprintf("%.17g", values)), collapse = " ")
}

arguments <- commandArgs(trailingOnly = TRUE)
results <- suppressWarnings(vapply(readLines(arguments[1]), diagnose, ""))
writeLines(c(as.character(packageVersion("posterior")), results), arguments[2])
