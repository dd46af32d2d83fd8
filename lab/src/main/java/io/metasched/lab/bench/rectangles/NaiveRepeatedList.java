package io.metasched.lab.bench.rectangles;

import io.metasched.resource.model.Span;
import io.metasched.resource.rectangles.AvailRecord;
import io.metasched.resource.rectangles.ElementSet;
import io.metasched.resource.rectangles.NaiveRectList;
import io.metasched.resource.rectangles.RectangleRequest;
import java.util.List;
import java.util.Optional;

/** Naive list with which the tests compare the tree. */
final class NaiveRepeatedList implements RepeatedList<ElementSet> {
  private final NaiveRectList list;
  private final ElementSet all;
  private final String policy;

  /** Creates a list of {@code elements} elements with the given records. */
  NaiveRepeatedList(int elements, List<AvailRecord> records, String policy) {
    list = new NaiveRectList(elements, records);
    all = ElementSet.range(0, elements);
    this.policy = policy;
  }

  @Override
  public ElementSet own(ElementSet elements) {
    return elements;
  }

  @Override
  public int size() {
    return list.size();
  }

  @Override
  public void delete(Span span, ElementSet elements) {
    require(list.delete(span, elements).isEmpty());
  }

  @Override
  public Optional<Found<ElementSet>> find(RectangleRequest request) {
    return list.find(request, policy, all)
        .map(found -> found.reservation())
        .map(found -> new Found<>(found.span().start(), found.elements()));
  }

  @Override
  public void add(Span span, ElementSet elements) {
    require(list.add(span, elements).isEmpty());
  }

  /** Throws if a change fails, because the tree has made the same change before. */
  private static void require(boolean isDone) {
    if (!isDone) {
      throw new IllegalStateException("the naive list refuses a change");
    }
  }
}
