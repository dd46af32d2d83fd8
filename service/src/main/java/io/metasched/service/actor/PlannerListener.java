package io.metasched.service.actor;

import java.time.Duration;

/** Is told how the planner does. Called on its thread; it returns at once. */
public interface PlannerListener {
  /** Nobody listens. */
  PlannerListener NONE = new PlannerListener() {};

  /** What a cycle consists of. */
  enum Step {
    /** The scheduler gets what was submitted and paid in. */
    HAND_OVER,
    /** Its snapshot is taken. */
    COLLECT,
    /** Windows are chosen and booked. */
    PLAN,
    /** What was decided is written into the book. */
    RECORD
  }

  /** The scheduler has got all that the book says, and takes jobs. */
  default void isReady() {}

  /** The first step of a cycle begins. */
  default void cycleBegan() {}

  /** A step of a cycle is over. */
  default void stepTook(Step step, Duration took) {}

  /** No cycle is under way any more. */
  default void cycleEnded() {}

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
    };
  }
}
