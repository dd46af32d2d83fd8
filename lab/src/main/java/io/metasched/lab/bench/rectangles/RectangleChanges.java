package io.metasched.lab.bench.rectangles;

import io.metasched.lab.bench.BenchChanges;
import io.metasched.lab.bench.rectangles.RepeatedList.Found;
import io.metasched.resource.model.Span;
import io.metasched.resource.rectangles.AvailRectList;
import io.metasched.resource.rectangles.ElementReservation;
import io.metasched.resource.rectangles.RectangleAnswer;
import io.metasched.resource.rectangles.RectanglePolicies;
import io.metasched.resource.rectangles.RectanglePolicy;
import io.metasched.resource.rectangles.RectangleRequest;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Structure full of reservations, which are changed one after the other: one is deleted, and
 * another is found and added in its place; if none is found, the deleted one is added again.
 *
 * @param <S> representation of a set of elements
 */
final class RectangleChanges<S> extends BenchChanges {
  private static final long SEED_OF_RESERVATIONS = 1;
  private static final long SEED_OF_CHANGES = 2;

  private final RepeatedList<S> list;
  private final List<Reserved<S>> reserved = new ArrayList<>();
  private final ScatteredReservations requests;
  private int index;
  private RectangleRequest request;
  private Optional<Found<S>> found = Optional.empty();

  private record Reserved<S>(Span span, S elements) {}

  /** Numbers of elements and reservations. */
  record Size(int elements, int reservations) {
    /**
     * Returns whether structures fit into the heap if they need {@code heap} bytes for each byte of
     * sets.
     */
    boolean fits(double heap) {
      return heap * 2 * reservations * elements / Byte.SIZE < Runtime.getRuntime().maxMemory();
    }
  }

  private RectangleChanges(Size size, RepeatedList<S> list, List<ElementReservation> all) {
    this.list = list;
    requests = new ScatteredReservations(size.elements(), size.reservations(), SEED_OF_CHANGES);
    request = requests.next();
    all.forEach(each -> reserved.add(new Reserved<>(each.span(), list.own(each.elements()))));
  }

  /** Fills a structure by a policy. */
  static RectangleChanges<?> of(RectangleStructure structure, Size size, String policyName) {
    var policy = RectanglePolicies.named(policyName).orElseThrow();
    var tree = new AvailRectList(size.elements());
    var all = Filled.of(size, policy).all();
    all.forEach(tree::add);
    return of(size, structure.of(tree, policy), all);
  }

  private static <S> RectangleChanges<S> of(
      Size size, RepeatedList<S> list, List<ElementReservation> all) {
    return new RectangleChanges<>(size, list, all);
  }

  /**
   * Reservations of a full structure, cached for the next structure of the same size and policy.
   */
  private record Filled(Size size, RectanglePolicy policy, List<ElementReservation> all) {
    private static volatile @Nullable Filled last;

    static Filled of(Size size, RectanglePolicy policy) {
      var known = last;
      if (known == null || !known.size.equals(size) || !known.policy.equals(policy)) {
        known = new Filled(size, policy, found(size, policy));
        last = known;
      }
      return known;
    }

    private static List<ElementReservation> found(Size size, RectanglePolicy policy) {
      var tree = new AvailRectList(size.elements());
      var requests =
          new ScatteredReservations(size.elements(), size.reservations(), SEED_OF_RESERVATIONS);
      var all = new ArrayList<ElementReservation>();
      while (all.size() < size.reservations()) {
        if (tree.find(requests.next(), policy) instanceof RectangleAnswer.Found found) {
          all.add(found.reservation());
          tree.add(found.reservation());
        }
      }
      return all;
    }
  }

  @Override
  protected void draw() {
    index = requests.index(reserved.size());
    request = requests.next();
  }

  @Override
  protected void remove() {
    list.delete(reserved.get(index).span(), reserved.get(index).elements());
  }

  @Override
  protected void find() {
    found = list.find(request);
  }

  @Override
  protected void add() {
    found.ifPresent(one -> reserved.set(index, new Reserved<>(span(one.start()), one.elements())));
    list.add(reserved.get(index).span(), reserved.get(index).elements());
  }

  private Span span(long start) {
    return Span.of(start, request.durationTicks());
  }

  /** Returns the number of records. */
  int records() {
    return list.size();
  }

  /** Returns the start and the elements that were found last. */
  Optional<Found<BitSet>> found() {
    return found.map(one -> new Found<>(one.start(), list.bits(one.elements())));
  }
}
