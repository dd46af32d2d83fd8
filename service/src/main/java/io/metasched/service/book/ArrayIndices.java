package io.metasched.service.book;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.BitSet;
import java.util.regex.Pattern;

/**
 * Different indices of the elements of an array, ascending. As a text, they are numbers and ranges
 * separated by commas, such as {@code 1-100:2,200}. Immutable.
 */
public final class ArrayIndices {
  /** Highest number of elements of an array. */
  public static final int MOST_ELEMENTS = 10_000;

  /** Highest index, as in Slurm. */
  public static final int MOST_INDEX = 4_194_303;

  /** Description of the allowed texts. */
  public static final String ALLOWED =
      "up to %,d different numbers from 0 to %d, such as 1-100:2,200"
          .formatted(MOST_ELEMENTS, MOST_INDEX);

  private static final Pattern RANGE =
      Pattern.compile("(\\d{1,7})(?:-(\\d{1,7})(?::(\\d{1,7}))?)?");

  private final int[] values;

  private ArrayIndices(int[] values) {
    this.values = values;
  }

  /**
   * Parses indices.
   *
   * @throws IllegalArgumentException if the text is invalid
   */
  @JsonCreator
  public static ArrayIndices parse(String text) {
    var found = new BitSet();
    int count = 0;
    for (var word : text.split(",", -1)) {
      var range = RANGE.matcher(word);
      if (!range.matches()) {
        throw new IllegalArgumentException("'%s' is no range of indices".formatted(word));
      }
      int from = Integer.parseInt(range.group(1));
      int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
      int step = range.group(3) == null ? 1 : Integer.parseInt(range.group(3));
      if (from > to) {
        throw new IllegalArgumentException("the range '%s' begins after its end".formatted(word));
      } else if (to > MOST_INDEX) {
        throw new IllegalArgumentException("the highest index is %d".formatted(MOST_INDEX));
      } else if (step == 0) {
        throw new IllegalArgumentException("the range '%s' has the step 0".formatted(word));
      }
      for (int index = from; index <= to; index += step) {
        if (found.get(index)) {
          throw new IllegalArgumentException("the index %d is repeated".formatted(index));
        } else if (++count > MOST_ELEMENTS) {
          throw new IllegalArgumentException(
              "there are more than %,d indices".formatted(MOST_ELEMENTS));
        }
        found.set(index);
      }
    }
    return new ArrayIndices(found.stream().toArray());
  }

  public int size() {
    return values.length;
  }

  /** Returns the index of the element at a place, from 0. */
  public int at(int place) {
    return values[place];
  }

  /** Returns the place of an index, from 0; negative if the index is missing. */
  public int place(int index) {
    return Arrays.binarySearch(values, index);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ArrayIndices indices && Arrays.equals(values, indices.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  /** Returns the indices as ranges in ascending order. */
  @JsonValue
  @Override
  public String toString() {
    var text = new StringBuilder();
    for (int from = 0; from < values.length; ) {
      int step = from + 1 < values.length ? values[from + 1] - values[from] : 1;
      int end = from + 1; // exclusive end of the range
      while (end < values.length && values[end] - values[end - 1] == step) {
        end++;
      }
      if (end - from == 2 && step > 1) {
        end--; // the second index may begin a longer range
      }
      text.append(from == 0 ? "" : ",").append(values[from]);
      if (end - from > 1) {
        text.append('-').append(values[end - 1]).append(step == 1 ? "" : ":" + step);
      }
      from = end;
    }
    return text.toString();
  }
}
