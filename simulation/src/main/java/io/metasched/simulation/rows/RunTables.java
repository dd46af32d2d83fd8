package io.metasched.simulation.rows;

/**
 * Complete result of a run of one policy: its title and its tables. Tables, JSON, page, checker,
 * comparison, sweep and explanation read only this.
 */
public interface RunTables {
  /**
   * Version of the files of a result; incremented when a file or a column is removed or changes its
   * meaning.
   */
  int SCHEMA = 5;

  RunTitle title();
}
