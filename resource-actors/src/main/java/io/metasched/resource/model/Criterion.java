package io.metasched.resource.model;

import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Quantity of a window that a user wants to minimize. The properties on which searches depend are
 * declared here, so that a search queries them instead of testing for a criterion.
 */
public enum Criterion {
  /** Earliest start. */
  START("start", Window::start, Counts.START),
  /** Least cost. */
  COST("cost", Window::costMilli),
  /** Shortest runtime, from the start to the end of the longest part. */
  RUNTIME("runtime", Window::runtimeTicks, Counts.LONGEST_PART),
  /** Earliest finish. */
  FINISH("finish", Window::finish, Counts.START, Counts.LONGEST_PART),
  /** Least processor time, the sum of the lengths of the parts. */
  PROC_TIME("proctime", PartWeight.LENGTH),
  /** Least energy, the sum of power x length of the parts. */
  ENERGY("energy", (length, energy, cost) -> energy, Counts.POWER);

  private enum Counts {
    START,
    LONGEST_PART,
    POWER
  }

  private final String label;

  @SuppressWarnings("ImmutableEnumChecker") // keeps no state
  private final ToLongFunction<Window> value;

  @SuppressWarnings("ImmutableEnumChecker") // keeps no state
  private final @Nullable PartWeight weight;

  private final boolean countsStart;
  private final boolean countsLongestPart;
  private final boolean countsPower;

  /** Creates a criterion that is not a sum of weights of the parts. */
  Criterion(String label, ToLongFunction<Window> value, Counts... counts) {
    this(label, value, null, List.of(counts));
  }

  /** Creates a criterion that is the sum of the weights of the parts. */
  Criterion(String label, PartWeight weight, Counts... counts) {
    this(label, window -> window.sum(weight), weight, List.of(counts));
  }

  Criterion(
      String label,
      ToLongFunction<Window> value,
      @Nullable PartWeight weight,
      List<Counts> counts) {
    this.label = label;
    this.value = value;
    this.weight = weight;
    countsStart = counts.contains(Counts.START);
    countsLongestPart = counts.contains(Counts.LONGEST_PART);
    countsPower = counts.contains(Counts.POWER);
  }

  /** Returns the name used in scenarios, tables and result files. */
  public String label() {
    return label;
  }

  /** Returns the value of a window; less is better. */
  long value(Window window) {
    return value.applyAsLong(window);
  }

  /**
   * Returns the weight of a part, if this criterion is a knapsack.
   *
   * @throws NullPointerException if this criterion is not a knapsack
   */
  public PartWeight weight() {
    return Objects.requireNonNull(weight, "only a knapsack has weights");
  }

  /** Returns whether a later start makes a window of equal lengths worse. */
  public boolean countsStart() {
    return countsStart;
  }

  /** Returns whether a longer longest part makes a window of equal start worse. */
  public boolean countsLongestPart() {
    return countsLongestPart;
  }

  /**
   * Returns whether the value is a sum over the parts and not the cost, so that choosing parts
   * within the cost limit is a knapsack problem.
   */
  public boolean isKnapsack() {
    return weight != null;
  }

  /**
   * Returns whether the weight of a part depends on its energy, and so on the power of its node.
   */
  public boolean countsPower() {
    return countsPower;
  }

  /** Returns whether only start and cost count, so that a longer part is no worse. */
  public boolean ignoresLengths() {
    return !countsLongestPart && !isKnapsack();
  }

  /** Returns whether windows are compared by their start and by nothing else. */
  public boolean isStartOnly() {
    return countsStart && ignoresLengths();
  }

  /**
   * Returns whether a repeated search may resume from the window found last, because no earlier
   * window can be as good. True if the start or the longest part decides.
   */
  public boolean mayResume() {
    return countsStart || countsLongestPart;
  }
}
