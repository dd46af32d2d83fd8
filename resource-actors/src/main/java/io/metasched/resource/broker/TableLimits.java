package io.metasched.resource.broker;

/**
 * Limits of one node at any tick.
 *
 * <p>Source: the broker-agent paper, section 3.5.
 *
 * @param mostLoad maximum sum of the loads of the node's tasks, 1 to 100 per cent; MAX_LOAD in the
 *     paper
 * @param mostTasks maximum number of tasks, at least 1; MAX_TASKS in the paper
 */
public record TableLimits(int mostLoad, int mostTasks) {
  /** The paper's MAX_LOAD, with a MAX_TASKS chosen here, because the paper gives no number. */
  public static final TableLimits PUBLISHED = new TableLimits(85, 10);

  /**
   * @throws IllegalArgumentException if a limit is out of range
   */
  public TableLimits {
    if (mostLoad < 1 || mostLoad > Task.MOST_LOAD || mostTasks < 1) {
      throw new IllegalArgumentException(
          "limits of a node must be a load of 1 to 100 per cent and at least 1 task, but are"
              + " %d and %d".formatted(mostLoad, mostTasks));
    }
  }
}
