package io.metasched.service.http;

import io.metasched.service.plan.Offer;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Cache of recent offers. Each principal has its own share, so that no principal can evict the
 * offers of others. Thread-safe.
 */
final class OfferShelf<T extends Offer> {
  private static final int MOST = 1000;
  private static final int MOST_PARTS = 20_000;

  private final TreeMap<String, Shelf<T>> shelves = new TreeMap<>(); // guarded by this
  private final TreeMap<String, T> offers = new TreeMap<>(); // by id; guarded by this

  /**
   * Answers to a principal, in order, and the total numbers of offers and parts in these answers.
   */
  private static final class Shelf<T extends Offer> {
    private final ArrayDeque<List<T>> answers = new ArrayDeque<>();
    private int offers;
    private int parts;

    private void count(List<T> answer, int times) {
      offers += times * answer.size();
      parts += times * answer.stream().mapToInt(Offer::parts).sum();
    }

    /** Returns whether the oldest answer has expired or must be evicted. */
    private boolean hasOneTooMany(Instant now) {
      return !answers.isEmpty()
          && (isOver(answers.getFirst(), now)
              || (answers.size() > 1 && (offers > MOST || parts > MOST_PARTS)));
    }

    private static boolean isOver(List<? extends Offer> answer, Instant now) {
      return answer.stream().allMatch(offer -> now.isAfter(offer.validUntil()));
    }
  }

  /** Adds the offers of one answer to a principal. */
  synchronized void put(String principal, List<T> answer, Instant now) {
    var own = shelves.computeIfAbsent(principal, name -> new Shelf<T>());
    own.answers.add(answer);
    own.count(answer, 1);
    answer.forEach(offer -> offers.put(offer.id(), offer));
    shelves.values().removeIf(shelf -> tidied(shelf, now).answers.isEmpty());
  }

  private Shelf<T> tidied(Shelf<T> shelf, Instant now) {
    while (shelf.hasOneTooMany(now)) {
      var oldest = shelf.answers.remove();
      shelf.count(oldest, -1);
      oldest.forEach(offer -> offers.remove(offer.id()));
    }
    return shelf;
  }

  /** Returns an offer that can still be accepted. */
  synchronized Optional<T> get(String id, Instant now) {
    return Optional.ofNullable(offers.get(id)).filter(offer -> !now.isAfter(offer.validUntil()));
  }

  /** Returns the number of cached offers. */
  synchronized int size() {
    return offers.size();
  }
}
