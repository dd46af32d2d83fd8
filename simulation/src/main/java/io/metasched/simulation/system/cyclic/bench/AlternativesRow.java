package io.metasched.simulation.system.cyclic.bench;

/**
 * What alternatives cost, searched for job by job in passes; times are microseconds of processor
 * time.
 *
 * @param by what they are to be least in: {@code start} for all jobs, or each job's own criterion
 * @param alternatives how many were found under the usual cap
 * @param firstMicros the first of a job, with its part of what is prepared for all
 * @param moreMicros one more of a job, with taking the last one from the slots
 */
record AlternativesRow(
    int nodes, int jobs, String by, int alternatives, double firstMicros, double moreMicros) {

  /** One more over the first. */
  double ratio() {
    return moreMicros / firstMicros;
  }
}
