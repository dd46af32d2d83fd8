package io.metasched.lab.bench;

/**
 * Random changes of a structure that stays as full as it is: something is removed, a place for
 * something else is found, and this is added there. A benchmark measures one of the steps, and the
 * others are taken before it.
 */
public abstract class BenchChanges {
  private static final Step[] STEPS = Step.values();

  private int next;

  /** Step of a change. */
  public enum Step {
    /** Draws the change, which is never measured. */
    DRAW,
    /** Removes something. */
    REMOVE,
    /** Finds a place for something else. */
    FIND,
    /** Adds it there. */
    ADD
  }

  /** Draws the next change. */
  protected abstract void draw();

  /** Removes something. */
  protected abstract void remove();

  /** Finds a place for something else. */
  protected abstract void find();

  /** Adds it there. */
  protected abstract void add();

  /** Takes steps until the given one is next. */
  public final void proceedTo(Step step) {
    while (STEPS[next] != step) {
      take();
    }
  }

  /** Takes the next step. */
  public final void take() {
    switch (STEPS[next]) {
      case DRAW -> draw();
      case REMOVE -> remove();
      case FIND -> find();
      case ADD -> add();
    }
    next = (next + 1) % STEPS.length;
  }

  /** Makes a whole change. */
  public final void change() {
    take();
    proceedTo(Step.DRAW);
  }
}
