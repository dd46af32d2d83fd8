package io.metasched.resource.search;

import io.metasched.resource.slots.DigitSort;
import io.metasched.resource.slots.Offers;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Offers of a table by grade of performance; within a grade by price, then number. For any length
 * of parts on a grade, the cost never decreases from one position to the next. Immutable. Cost: O(n
 * log n) to build.
 */
final class OffersByPrice {
  private final Offers offers;
  private final int[] offerAt;
  private final int[] firstOf; // first position of a grade, and the number of offers at the end

  OffersByPrice(Offers offers) {
    this.offers = offers;
    int size = offers.size();
    firstOf = new int[offers.gradeCount() + 1];
    for (int offer = 0; offer < size; offer++) {
      firstOf[offers.grade(offer) + 1]++;
    }
    for (int grade = 0; grade < offers.gradeCount(); grade++) {
      firstOf[grade + 1] += firstOf[grade];
    }
    offerAt = new int[size];
    var next = firstOf.clone();
    for (int offer : byPrice(offers)) {
      offerAt[next[offers.grade(offer)]++] = offer;
    }
  }

  private static int[] byPrice(Offers offers) {
    int size = offers.size();
    int bits = Long.SIZE - Long.numberOfLeadingZeros(size);
    var keys = new long[size];
    for (int offer = 0; offer < size; offer++) {
      if (offers.priceMilli(offer) > Long.MAX_VALUE >> bits) { // no bits are left for the number
        return IntStream.range(0, size)
            .boxed()
            .sorted(Comparator.comparingLong(offers::priceMilli))
            .mapToInt(Integer::intValue)
            .toArray();
      }
      keys[offer] = offers.priceMilli(offer) << bits | offer;
    }
    var order = new int[size];
    int place = 0;
    for (long key : DigitSort.sorted(keys, bits)) {
      order[place++] = (int) (key & (1L << bits) - 1);
    }
    return order;
  }

  Offers offers() {
    return offers;
  }

  int size() {
    return offerAt.length;
  }

  int gradeCount() {
    return firstOf.length - 1;
  }

  /** Returns the position of the first offer of a grade. */
  int begin(int grade) {
    return firstOf[grade];
  }

  /** Returns the position after the last offer of a grade. */
  int end(int grade) {
    return firstOf[grade + 1];
  }

  int offerAt(int place) {
    return offerAt[place];
  }
}
