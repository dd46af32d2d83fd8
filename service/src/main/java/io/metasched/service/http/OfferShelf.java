package io.metasched.service.http;

import io.metasched.service.plan.Offer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Optional;

/**
 * Offers that were made and that nobody holds: a restart forgets them, and so do others that come.
 * Safe for use by several threads.
 */
final class OfferShelf {
  private static final int MOST = 50_000;

  private final LinkedHashMap<String, Offer> offers = new LinkedHashMap<>(); // guarded by this

  synchronized void put(Offer offer) {
    offers.put(offer.id(), offer);
    if (offers.size() > MOST) {
      var oldest = offers.keySet().iterator();
      oldest.next();
      oldest.remove();
    }
  }

  synchronized Optional<Offer> get(String id, Instant now) {
    return Optional.ofNullable(offers.get(id)).filter(offer -> !now.isAfter(offer.validUntil()));
  }
}
