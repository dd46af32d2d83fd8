package io.metasched.lab.bench.rectangles;

import io.metasched.resource.model.Span;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.RectangleRequest;
import java.util.BitSet;
import java.util.Optional;

/** List of records that repeats the changes of the tree, with bit sets of elements. */
interface RepeatedList {

  /** Start with the elements to take. */
  record Found(long start, BitSet elements) {
    /** Takes the free elements with the lowest indices. */
    static Found lowest(long start, BitSet free, int count) {
      int end = 0;
      for (int i = 0; i < count; i++) {
        end = free.nextSetBit(end) + 1;
      }
      return new Found(start, free.get(0, end));
    }
  }

  /** Returns the bits of a set of elements. */
  static BitSet bits(ElementSet elements) {
    var bits = new BitSet();
    elements.indices().forEach(bits::set);
    return bits;
  }

  /** Returns the number of records. */
  int size();

  /** Frees busy elements. */
  void delete(Span span, BitSet elements);

  /**
   * Returns the start that the policy selects, and the free elements with the lowest indices at it.
   */
  Optional<Found> find(RectangleRequest request);

  /** Marks free elements as busy. */
  void add(Span span, BitSet elements);
}
