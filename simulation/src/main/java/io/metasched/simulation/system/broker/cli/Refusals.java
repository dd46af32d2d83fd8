package io.metasched.simulation.system.broker.cli;

import io.metasched.resource.broker.TaskRefusal;

/** Names of refusals. */
final class Refusals {
  private Refusals() {}

  /** Returns the description of a refusal for users. */
  static String words(TaskRefusal refusal) {
    return switch (refusal) {
      case NO_AGENT -> "no agent has answered";
      case NO_NODE -> "no node has the CPU power and the memory that it asks for";
      case INTERVAL -> "it begins in the past";
      case LOAD -> "the load of each node would be too high";
      case TASKS -> "each node has too many tasks at that time";
      case DUPLICATE -> "there is a task with this id";
      case UNKNOWN_OFFER -> "there is no such task, or the user may not see it";
      case EXPIRED -> "the agents took too long to hold or to commit it";
      case NOT_ALLOWED -> "the user may see it but not cancel it";
    };
  }
}
