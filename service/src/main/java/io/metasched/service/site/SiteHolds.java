package io.metasched.service.site;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Booking of time with the resource manager of a site. Calls block. After a {@link SiteException},
 * the state is unknown: the same call may be repeated, and {@link #check} finds the differences.
 */
public interface SiteHolds {
  /**
   * Holds all parts or none. A hold that exists already with the same time and node is unchanged;
   * with another time or node, it is moved in one step. After a refusal, each hold is as before the
   * call, unless the site has meanwhile taken the time of a moved hold, which {@link #check} finds.
   *
   * @return the refusal of the first part that the site refuses; empty if all are held
   */
  Optional<HoldRefusal> hold(Collection<SiteHold> parts) throws SiteException;

  /**
   * Makes several bookings, each with all its parts or none, possibly at the same time. No name is
   * in two of them.
   *
   * @return completed results of the bookings, in order
   */
  default List<CompletableFuture<Optional<HoldRefusal>>> holdEach(
      List<? extends Collection<SiteHold>> bookings) {
    var results = new ArrayList<CompletableFuture<Optional<HoldRefusal>>>();
    for (var parts : bookings) {
      try {
        results.add(CompletableFuture.completedFuture(hold(parts)));
      } catch (SiteException | RuntimeException e) {
        results.add(CompletableFuture.failedFuture(e));
      }
    }
    return results;
  }

  /**
   * Tests whether this agent may hold time, by a hold in the distant future that is released at
   * once.
   *
   * @param node name of a node at the site
   * @return reason given by the site if the agent may not hold time; empty if it may
   */
  Optional<String> whyNotPermitted(String node) throws SiteException;

  /**
   * Releases holds, and cancels the jobs inside them. Unknown names are ignored. A failure does not
   * prevent the release of the other holds.
   */
  void release(Collection<String> names) throws SiteException;

  /**
   * Compares the site with all holds that should exist.
   *
   * @param booked holds that are not released
   * @return findings in the order of names; empty if the site keeps exactly these holds
   */
  List<HoldFinding> check(Collection<SiteHold> booked) throws SiteException;
}
