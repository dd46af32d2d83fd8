package io.metasched.lab.bench;

/**
 * Random changes of a structure at a constant fill level. Each change removes an entry, finds a
 * place for another entry, and adds that entry. A benchmark measures one of these steps; the other
 * steps run before the measurement.
 */
public abstract class BenchChanges {
  private static final Step[] STEPS = Step.values();

  private int next;

  /** Step of a change. */
  public enum Step {
    /** Draws the change at random; this step is never measured. */
    DRAW,
    REMOVE,
    /** Finds a place for another entry. */
    FIND,
    /** Adds the entry at that place. */
    ADD
  }

  /** Draws the next change. */
  protected abstract void draw();

  protected abstract void remove();

  /** Finds a place for another entry. */
  protected abstract void find();

  /** Adds the entry at that place. */
  protected abstract void add();

  /** Performs steps until the given step is next. */
  public final void proceedTo(Step step) {
    while (STEPS[next] != step) {
      take();
    }
  }

  public final void take() {
    switch (STEPS[next]) {
      case DRAW -> draw();
      case REMOVE -> remove();
      case FIND -> find();
      case ADD -> add();
    }
    next = (next + 1) % STEPS.length;
  }

  public final void change() {
    take();
    proceedTo(Step.DRAW);
  }
}
