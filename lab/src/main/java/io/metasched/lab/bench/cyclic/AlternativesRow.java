package io.metasched.lab.bench.cyclic;

/**
 * Costs of alternatives that are searched job by job in passes; times are medians, in microseconds.
 *
 * @param by criterion of the search: {@code start} for all jobs, or each job's own criterion
 * @param alternatives number of alternatives found with the usual cap
 * @param firstMicros time of a job's first alternative, including its share of the common
 *     preparation
 * @param moreMicros time of each further alternative, including the removal of the previous
 *     alternative from the slots
 */
record AlternativesRow(
    int nodes, int jobs, String by, int alternatives, double firstMicros, double moreMicros) {

  /** Returns the time of a further alternative divided by the time of the first. */
  double ratio() {
    return moreMicros / firstMicros;
  }
}
