package io.metasched.resource.rectangles;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Immutable set of processing elements, identified by their indices from 0. */
public final class ElementSet {
  private final long[] words; // without zero words at the end
  private final int first; // the first word that is not zero
  private final int size;

  private ElementSet(long[] words) {
    int length = words.length;
    while (length > 0 && words[length - 1] == 0) {
      length--;
    }
    this.words = Arrays.copyOf(words, length);
    int begin = 0;
    while (begin < length && words[begin] == 0) {
      begin++;
    }
    first = begin;
    size = ElementWords.count(words, 0, length);
  }

  /** Creates the set of these indices, given in any order. */
  public static ElementSet of(int... indices) {
    int greatest = -1;
    for (int index : indices) {
      requireIndex(index);
      greatest = Math.max(greatest, index);
    }
    var words = new long[ElementWords.length(greatest + 1)];
    for (int index : indices) {
      words[index >>> 6] |= 1L << index;
    }
    return new ElementSet(words);
  }

  /** Creates the set of the elements in [{@code first}, {@code end}). */
  public static ElementSet range(int first, int end) {
    requireIndex(first);
    var words = new long[ElementWords.length(Math.max(first, end))];
    ElementWords.fill(words, first, end);
    return new ElementSet(words);
  }

  /**
   * Creates the set of the elements of some ranges.
   *
   * @param ranges ascending, with a gap between any two
   * @throws IllegalArgumentException if the ranges are not ascending, or two have no gap
   */
  public static ElementSet ofRanges(List<ElementRange> ranges) {
    int end = -1;
    for (var range : ranges) {
      if (range.first() <= end) {
        throw new IllegalArgumentException(
            "ranges must be ascending with gaps between them, but are " + ranges);
      }
      end = range.last() + 1;
    }
    var words = new long[ElementWords.length(Math.max(0, end))];
    ranges.forEach(range -> ElementWords.fill(words, range.first(), range.last() + 1));
    return new ElementSet(words);
  }

  /** Creates the set of the elements whose bits are set. */
  static ElementSet ofWords(long[] words) {
    return new ElementSet(words);
  }

  private static void requireIndex(int index) {
    if (index < 0) {
      throw new IllegalArgumentException("an element's index is at least 0, but is " + index);
    }
  }

  public int size() {
    return size;
  }

  /** Returns whether the element {@code index} belongs to the set. */
  public boolean contains(int index) {
    return index >= 0 && index >>> 6 < words.length && (words[index >>> 6] & (1L << index)) != 0;
  }

  /** Returns whether all elements of {@code others} belong to the set. */
  public boolean containsAll(ElementSet others) {
    return others.words.length <= words.length
        && ElementWords.contains(words, 0, others.words, others.first, others.words.length);
  }

  /** Returns the elements that do not belong to {@code others}. */
  public ElementSet without(ElementSet others) {
    var rest = words.clone();
    int common = Math.min(words.length, others.words.length);
    for (int i = 0; i < common; i++) {
      rest[i] &= ~others.words[i];
    }
    return new ElementSet(rest);
  }

  /** Returns whether an element of {@code others} belongs to the set. */
  public boolean intersects(ElementSet others) {
    return ElementWords.intersects(
        words, 0, others.words, others.first, Math.min(words.length, others.words.length));
  }

  /**
   * Returns the {@code count} elements with the lowest indices, or all elements if there are fewer.
   */
  public ElementSet lowest(int count) {
    var taken = new long[words.length];
    ElementWords.lowest(words, count, taken);
    return new ElementSet(taken);
  }

  /** Returns the indices, ascending. */
  public IntStream indices() {
    return IntStream.range(0, words.length << 6).filter(this::contains);
  }

  /** Returns the index of the first word with a bit set. */
  int firstWord() {
    return first;
  }

  /** Returns the index after the last word with a bit set. */
  int endWord() {
    return words.length;
  }

  /** Returns the bits; the caller must not change the array. */
  long[] words() {
    return words;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ElementSet set && Arrays.equals(words, set.words);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(words);
  }

  /** Returns the contiguous ranges, ascending. */
  public List<ElementRange> ranges() {
    var ranges = new ArrayList<ElementRange>();
    int end = words.length << 6;
    for (int i = first << 6; i < end; i++) {
      if (contains(i)) {
        int begin = i;
        while (contains(i + 1)) {
          i++;
        }
        ranges.add(new ElementRange(begin, i));
      }
    }
    return ranges;
  }

  /** Returns the ranges of indices, such as {@code {0-3, 7}}. */
  @Override
  public String toString() {
    return ranges().stream()
        .map(ElementRange::toString)
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
