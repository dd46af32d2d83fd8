package io.metasched.resource.rectangles;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** An immutable set of processing elements, by their indices from 0 on. */
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

  /** The elements of these indices, in any order. */
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

  /** The elements from {@code first} on and before {@code end}. */
  public static ElementSet range(int first, int end) {
    requireIndex(first);
    var words = new long[ElementWords.length(Math.max(first, end))];
    ElementWords.fill(words, first, end);
    return new ElementSet(words);
  }

  /**
   * The elements of some ranges.
   *
   * @param ranges ascending, with a gap between any two
   * @throws IllegalArgumentException for others
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

  /** The elements whose bits are set. */
  static ElementSet ofWords(long[] words) {
    return new ElementSet(words);
  }

  private static void requireIndex(int index) {
    if (index < 0) {
      throw new IllegalArgumentException("an element's index is at least 0, but is " + index);
    }
  }

  /** How many. */
  public int size() {
    return size;
  }

  /** Whether an element is among them. */
  public boolean contains(int index) {
    return index >= 0 && index >>> 6 < words.length && (words[index >>> 6] & (1L << index)) != 0;
  }

  /** Whether all of {@code others} are among them. */
  public boolean containsAll(ElementSet others) {
    return others.words.length <= words.length
        && ElementWords.contains(words, 0, others.words, others.first, others.words.length);
  }

  /** Those that are not among {@code others}. */
  public ElementSet without(ElementSet others) {
    var rest = words.clone();
    int common = Math.min(words.length, others.words.length);
    for (int i = 0; i < common; i++) {
      rest[i] &= ~others.words[i];
    }
    return new ElementSet(rest);
  }

  /** Whether one of {@code others} is among them. */
  public boolean intersects(ElementSet others) {
    return ElementWords.intersects(
        words, 0, others.words, others.first, Math.min(words.length, others.words.length));
  }

  /** So many of them, of lowest index; all where there are no more. */
  public ElementSet lowest(int count) {
    var taken = new long[words.length];
    ElementWords.lowest(words, count, taken);
    return new ElementSet(taken);
  }

  /** The indices, ascending. */
  public IntStream indices() {
    return IntStream.range(0, words.length << 6).filter(this::contains);
  }

  /** The first word with a bit set. */
  int firstWord() {
    return first;
  }

  /** The first word behind all bits. */
  int endWord() {
    return words.length;
  }

  /** The bits, not to be changed. */
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

  /** The ranges without a gap, ascending. */
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

  /** Runs of indices, such as {@code {0-3, 7}}. */
  @Override
  public String toString() {
    return ranges().stream()
        .map(ElementRange::toString)
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
