package io.metasched.lab.bench.rectangles;

import io.metasched.resource.model.Span;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.RectangleRequest;
import java.util.Optional;

/**
 * Structure that repeats the changes of the tree.
 *
 * @param <S> representation of a set of elements
 */
interface RepeatedList<S> {

  /**
   * Start with the elements to take.
   *
   * @param <S> representation of a set of elements
   */
  record Found<S>(long start, S elements) {}

  /** Converts a set to the representation of this list; not part of a measured change. */
  S own(ElementSet elements);

  /** Returns the number of records. */
  int size();

  /** Frees busy elements. */
  void delete(Span span, S elements);

  /**
   * Returns the start that the policy selects, and the free elements with the lowest indices at it.
   */
  Optional<Found<S>> find(RectangleRequest request);

  /** Marks free elements as busy. */
  void add(Span span, S elements);
}
