package io.metasched.resource.search;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.Offers;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Search for the cheapest window at the first possible tick. If it finds one, no other window
 * starts earlier. The search does not rank offers for the request, which would be most of the work
 * among many offers. Instead, it takes the offers that are vacant for long enough, the cheapest
 * part first, from lists by grade.
 *
 * <p>From the second search at a tick on, all searches of one table share their findings ({@link
 * VacantOffers}). The search requires a table from which the slots of each offer can be read
 * cheaply. Parts must last for at least one unit of time, so that within one grade the more
 * expensive offer has the more expensive part.
 *
 * <p>Confined to one thread. Cost: O((g + m) log n) for g grades, m parts and n offers, and O(log
 * n) for each visited offer that the request does not admit.
 */
final class FirstTickSearch {
  private static final int FEWEST_OFFERS = 4096; // with fewer offers, ranking them costs little
  private static final int OFFERS_OF_A_GRADE = 64; // minimum average
  private static final int MOST_UNFIT =
      1000; // number of offers not admitted above which ranking costs less
  private static final int TICKS_KEPT = 8;

  private final int fewestOffers;
  private final int offersOfGrade;
  private final ArrayList<VacantOffers> kept = new ArrayList<>(); // least recently used last
  private @Nullable OffersByPrice byPrice;
  private @Nullable SlotTable asked; // table and tick of the last search
  private int askedLineage;
  private long askedTick;

  FirstTickSearch() {
    this(FEWEST_OFFERS, OFFERS_OF_A_GRADE);
  }

  /**
   * Creates a search for tables of a minimum size.
   *
   * @param fewestOffers minimum number of offers in a table that is searched
   * @param offersOfGrade minimum average number of offers per grade of that table
   */
  FirstTickSearch(int fewestOffers, int offersOfGrade) {
    this.fewestOffers = fewestOffers;
    this.offersOfGrade = offersOfGrade;
  }

  /** Cheapest offer of a grade that is not yet taken. */
  private static final class Head {
    static final Comparator<Head> CHEAPEST =
        Comparator.<Head>comparingLong(head -> head.costMilli).thenComparingInt(head -> head.offer);

    private final VacantOffers vacant;
    private final int limit;
    final long lengthTicks;
    private int next;
    int offer;
    long costMilli;

    Head(VacantOffers vacant, int grade, long lengthTicks) {
      this.vacant = vacant;
      this.lengthTicks = lengthTicks;
      next = vacant.byPrice().begin(grade);
      limit = vacant.byPrice().end(grade);
    }

    /**
     * Advances to the next offer that is vacant for long enough; returns false if there is none.
     */
    boolean moves() {
      int place = vacant.next(next, limit, vacant.tick() + lengthTicks);
      if (place == limit) {
        return false;
      }
      next = place + 1;
      offer = vacant.byPrice().offerAt(place);
      costMilli = Ticks.costMilli(vacant.byPrice().offers().priceMilli(offer), lengthTicks);
      return true;
    }
  }

  /**
   * Returns the result with the window that starts at the first tick, or without a window if all
   * windows start later; empty if the search does not apply.
   *
   * @param longest maximum ticks of a part
   */
  Optional<SearchResult> find(SlotTable slots, WindowRequest request, long longest) {
    var offers = slots.offers();
    if (offers.size() < fewestOffers
        || offers.size() / offersOfGrade < offers.gradeCount()
        || !slots.isByOffer()
        || slots.size() == 0
        || lengthTicks(request, offers, offers.gradeCount() - 1) < Ticks.PER_UNIT) {
      return Optional.empty();
    }
    long tick = Math.max(slots.start(0), request.earliestStart());
    var vacant = vacantAt(tick, slots);
    return vacant == null
        ? Optional.empty()
        : at(vacant, request, Math.min(longest, request.deadline() - tick));
  }

  private static Optional<SearchResult> at(
      VacantOffers vacant, WindowRequest request, long longest) {
    var offers = vacant.byPrice().offers();
    var heads = heads(vacant, request, longest);
    var parts = new ArrayList<Part>(request.nodes());
    long left = request.costLimitMilli();
    int unfit = 0;
    while (!heads.isEmpty() && heads.element().costMilli <= left && unfit < MOST_UNFIT) {
      var head = heads.remove();
      var node = offers.node(head.offer);
      long price = offers.priceMilli(head.offer);
      if (request.admits(node, price)) {
        parts.add(Part.on(node, vacant.tick(), head.lengthTicks, price));
        left -= head.costMilli;
      } else {
        unfit++;
      }
      if (parts.size() == request.nodes()) {
        return Optional.of(SearchResult.of(new Window(parts), true));
      }
      if (head.moves()) {
        heads.add(head);
      }
    }
    return unfit < MOST_UNFIT
        ? Optional.of(SearchResult.none()) // more expensive offers leave even less money
        : Optional.empty();
  }

  private static PriorityQueue<Head> heads(
      VacantOffers vacant, WindowRequest request, long longest) {
    var offers = vacant.byPrice().offers();
    var heads = new PriorityQueue<Head>(Head.CHEAPEST);
    for (int grade = 0; grade < offers.gradeCount(); grade++) {
      long length = lengthTicks(request, offers, grade);
      if (length <= longest) {
        var head = new Head(vacant, grade, length);
        if (head.moves()) {
          heads.add(head);
        }
      }
    }
    return heads;
  }

  private static long lengthTicks(WindowRequest request, Offers offers, int grade) {
    return request.work().lengthTicks(offers.performance(grade), request.granularityTicks());
  }

  /** Returns the vacancies at a tick, or null on the first request for this table and tick. */
  private @Nullable VacantOffers vacantAt(long tick, SlotTable slots) {
    for (int i = 0; i < kept.size(); i++) {
      if (kept.get(i).isOf(slots, tick)) {
        kept.add(0, kept.remove(i));
        return kept.get(0);
      }
    }
    if (asked != slots || askedLineage != slots.lineage() || askedTick != tick) {
      asked = slots;
      askedLineage = slots.lineage();
      askedTick = tick;
      return null;
    }
    var known = byPrice;
    if (known == null || known.offers() != slots.offers()) {
      known = new OffersByPrice(slots.offers());
      byPrice = known;
      kept.clear();
    }
    var vacant = new VacantOffers(slots, tick, known);
    if (kept.size() == TICKS_KEPT) {
      kept.remove(TICKS_KEPT - 1);
    }
    kept.add(0, vacant);
    return vacant;
  }
}
