package io.metasched.lab.bench.rectangles;

import io.metasched.resource.model.Span;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.RectangleRequest;
import java.util.BitSet;
import java.util.Optional;

/**
 * Structure of busy elements over time.
 *
 * @param <S> representation of a set of elements
 */
interface RepeatedList<S> {

  /**
   * Start with the elements to take.
   *
   * @param <S> representation of a set of elements
   */
  record Found<S>(long start, S elements) {
    /** Takes the free elements with the lowest indices. */
    static Found<BitSet> lowest(long start, BitSet free, int count) {
      int end = 0;
      for (int i = 0; i < count; i++) {
        end = free.nextSetBit(end) + 1;
      }
      return new Found<>(start, free.get(0, end));
    }
  }

  /** Returns the bits of a set of elements. */
  static BitSet bitsOf(ElementSet elements) {
    var bits = new BitSet();
    elements.indices().forEach(bits::set);
    return bits;
  }

  /** Converts a set to the representation of this list; not part of a measured change. */
  S own(ElementSet elements);

  /** Returns the bits of a set, by which structures are compared. */
  BitSet bits(S elements);

  /** Returns the number of records. */
  int size();

  /** Frees busy elements. */
  void delete(Span span, S elements);

  /**
   * Returns the start that the policy selects, and the free elements with the lowest indices at
   * that start.
   */
  Optional<Found<S>> find(RectangleRequest request);

  /** Marks free elements as busy. */
  void add(Span span, S elements);
}
