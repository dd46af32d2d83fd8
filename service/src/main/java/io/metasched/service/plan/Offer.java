package io.metasched.service.plan;

import java.time.Instant;

/** Offer that a request can accept for a limited time. */
public interface Offer {
  String id();

  /** Returns the latest time of acceptance. */
  Instant validUntil();

  /** Returns the number of parts of the offered windows. */
  int parts();
}
