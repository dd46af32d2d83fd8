package io.metasched.service.site;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Booking of time with sites through their agents, as the service sees it. Nodes have their names
 * in the service, which the agent translates. All calls are asynchronous and may be repeated. After
 * a failed stage, the state of the site is unknown until {@link #check}. Thread-safe.
 */
public interface SiteBooking {
  /** Booking without any site. */
  SiteBooking NONE =
      new SiteBooking() {
        @Override
        public CompletionStage<Optional<HoldRefusal>> hold(String agent, List<SiteHold> parts) {
          return unknown(agent);
        }

        @Override
        public CompletionStage<Void> release(String agent, List<String> names) {
          return unknown(agent);
        }

        @Override
        public CompletionStage<List<HoldFinding>> check(String agent, List<SiteHold> booked) {
          return unknown(agent);
        }

        private <T> CompletionStage<T> unknown(String agent) {
          return CompletableFuture.failedFuture(
              new IllegalStateException("there is no agent " + agent));
        }
      };

  /**
   * Holds all parts at the site of one agent, or none. An existing hold with another time or node
   * is moved.
   *
   * @param parts holds, named by job, attempt and part
   * @return the refusal of the first part that the site refuses; empty if all are held
   */
  CompletionStage<Optional<HoldRefusal>> hold(String agent, List<SiteHold> parts);

  /** Releases holds, and cancels the site's jobs inside them. Unknown names are ignored. */
  CompletionStage<Void> release(String agent, List<String> names);

  /**
   * Compares a site with all holds that should exist at this site.
   *
   * @param booked holds that are not released
   * @return findings in the order of names; empty if the site keeps exactly these holds
   */
  CompletionStage<List<HoldFinding>> check(String agent, List<SiteHold> booked);

  /**
   * Returns the terms of each node of the agents that have reported since this JVM was started;
   * empty for a node without a site.
   */
  default CompletionStage<SortedMap<String, Optional<SiteTerms>>> terms() {
    return CompletableFuture.completedFuture(Collections.emptySortedMap());
  }
}
