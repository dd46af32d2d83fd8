package io.metasched.service.actor;

import java.time.Duration;

/** Is told how the planner does. Called on its thread; it returns at once. */
public interface PlannerListener {
  /** Nobody listens. */
  PlannerListener NONE = new PlannerListener() {};

  /** What a cycle consists of. */
  enum Step {
    /** The jobs and the money of the book are handed to the scheduler. */
    HAND_OVER,
    /** The domains offer what is vacant. */
    COLLECT,
    /** The policy chooses windows. */
    PLAN,
    /** The book checks the plan, and books what of it can be booked. */
    RECORD
  }

  /** The domains offer what is vacant by the book, and cycles may begin. */
  default void isReady() {}

  /** The first step of a cycle begins. */
  default void cycleBegan() {}

  /** A step of a cycle is over. */
  default void stepTook(Step step, Duration took) {}

  /** No cycle is under way any more. */
  default void cycleEnded() {}

  /** A round of the planner has ended, with a result or as there was nothing to do. */
  default void rested() {}

  /** A cycle, or moves before it, ended without a result. */
  default void cycleGivenUp() {}

  /** Tells two of them, one after the other. */
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
