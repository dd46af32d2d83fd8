package io.metasched.simulation.rows;

/**
 * All that a run of one policy leaves behind: its title and its tables. Tables, JSON, page,
 * checker, comparison, sweep and explanation read this and nothing else.
 */
public interface RunTables {
  /** The version of the files of a result; grows when one goes or changes its meaning. */
  int SCHEMA = 5;

  /** What the run is called. */
  RunTitle title();
}
