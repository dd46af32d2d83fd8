package io.metasched.simulation.study;

/**
 * A quantity that each replication may observe once: a cell of a table.
 *
 * @param row what it is observed of, such as a policy
 * @param column what is observed, such as a cost
 */
public record Series(String row, String column) {

  @Override
  public String toString() {
    return row + " / " + column;
  }
}
