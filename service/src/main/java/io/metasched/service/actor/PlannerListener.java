package io.metasched.service.actor;

import java.time.Duration;

/**
 * Listener for the progress of the planner. Called on the planner's thread, so that implementations
 * must not block.
 */
public interface PlannerListener {
  /** Listener that does nothing. */
  PlannerListener NONE = new PlannerListener() {};

  /** Step of a cycle. */
  enum Step {
    /** Transfer of the book's jobs and balances to the scheduler. */
    HAND_OVER,
    /** Collection of the domains' offers. */
    COLLECT,
    /** Choice of windows by the policy. */
    PLAN,
    /** Validation of the plan against the book, and booking of its valid parts. */
    RECORD
  }

  /** Called when the domains offer the vacant time of the book and cycles may begin. */
  default void isReady() {}

  /** Called when the first step of a cycle begins. */
  default void cycleBegan() {}

  /** Called when a step of a cycle has ended. */
  default void stepTook(Step step, Duration took) {}

  /** Called when no cycle is in progress any more. */
  default void cycleEnded() {}

  /**
   * Called when a round of the planner has ended, with a result or because there was nothing to do.
   */
  default void rested() {}

  /** Called when a cycle, or the moves before it, ended without a result. */
  default void cycleGivenUp() {}

  /** Returns a listener that calls {@code one}, then {@code other}. */
  static PlannerListener both(PlannerListener one, PlannerListener other) {
    return new PlannerListener() {
      @Override
      public void isReady() {
        one.isReady();
        other.isReady();
      }

      @Override
      public void cycleBegan() {
        one.cycleBegan();
        other.cycleBegan();
      }

      @Override
      public void stepTook(Step step, Duration took) {
        one.stepTook(step, took);
        other.stepTook(step, took);
      }

      @Override
      public void cycleEnded() {
        one.cycleEnded();
        other.cycleEnded();
      }

      @Override
      public void rested() {
        one.rested();
        other.rested();
      }

      @Override
      public void cycleGivenUp() {
        one.cycleGivenUp();
        other.cycleGivenUp();
      }
    };
  }
}
