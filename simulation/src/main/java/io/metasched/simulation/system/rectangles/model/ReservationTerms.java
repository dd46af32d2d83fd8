package io.metasched.simulation.system.rectangles.model;

import io.metasched.simulation.random.Seeds;
import io.metasched.simulation.system.rectangles.model.ElementRequest.Wish;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Conversion of jobs into requests for reservations: ready and deadline are drawn uniformly in
 * multiples of the duration. Later changes by users, which the paper does not have, are also drawn.
 * Each purpose has its own stream of random numbers, and the number of values taken per job does
 * not depend on the factors.
 *
 * <p>Source: the paper on parallel reservations, section 6.
 *
 * @param arrivalFactor divisor of the arrival times; above 1 the load grows
 * @param artimeFactor maximum time from arrival to ready, as a multiple of the duration
 * @param deadlineFactor maximum time from ready + duration to the deadline, as a multiple of the
 *     duration; 0 for immediate deadlines
 * @param cancelShare share of the requests that are cancelled later, if they are accepted
 * @param shrinkShare share of the requests that end early or return elements later
 */
public record ReservationTerms(
    double arrivalFactor,
    double artimeFactor,
    double deadlineFactor,
    double cancelShare,
    double shrinkShare) {

  /**
   * @throws IllegalArgumentException for a factor out of range or not a number, or shares above 1
   *     together
   */
  public ReservationTerms {
    if (!(arrivalFactor > 0) || !(artimeFactor >= 0) || !(deadlineFactor >= 0)) {
      throw new IllegalArgumentException(
          "factors must be numbers, the arrival factor above 0, but are %s, %s and %s"
              .formatted(arrivalFactor, artimeFactor, deadlineFactor));
    }
    if (!(cancelShare >= 0 && shrinkShare >= 0 && cancelShare + shrinkShare <= 1)) {
      throw new IllegalArgumentException(
          "shares must be at most 1 together, but are %s and %s"
              .formatted(cancelShare, shrinkShare));
    }
  }

  /** Returns the terms of the paper, without later changes. */
  public static ReservationTerms of(
      double arrivalFactor, double artimeFactor, double deadlineFactor) {
    return new ReservationTerms(arrivalFactor, artimeFactor, deadlineFactor, 0, 0);
  }

  /**
   * Returns the requests of jobs, by (arrival, job).
   *
   * @throws ArithmeticException if a time overflows
   */
  public List<ElementRequest> requests(List<RigidArrival> jobs, Seeds seeds) {
    var readies = seeds.generator("reservation-ready", 0);
    var deadlines = seeds.generator("reservation-deadline", 0);
    var wishes = seeds.generator("reservation-wish", 0);
    var requests = new ArrayList<ElementRequest>(jobs.size());
    for (var job : jobs) {
      long arrival = Math.round(job.arrival() / arrivalFactor);
      long lead = Math.round(artimeFactor * readies.nextDouble() * job.durationTicks());
      long slack = Math.round(deadlineFactor * deadlines.nextDouble() * job.durationTicks());
      long ready = Math.addExact(arrival, lead);
      long deadline = Math.addExact(Math.addExact(ready, job.durationTicks()), slack);
      var wish = wish(wishes.nextDouble(), wishes.nextBoolean());
      int micro = wishes.nextInt(ElementRequest.WHOLE_MICRO);
      requests.add(
          new ElementRequest(
              job.job(),
              arrival,
              ready,
              job.durationTicks(),
              deadline,
              job.elements(),
              wish,
              wish == Wish.NONE ? 0 : micro));
    }
    requests.sort(
        Comparator.comparingLong(ElementRequest::arrival).thenComparingLong(ElementRequest::job));
    return requests;
  }

  private Wish wish(double drawn, boolean isTime) {
    if (drawn < cancelShare) {
      return Wish.CANCEL;
    }
    if (drawn < cancelShare + shrinkShare) {
      return isTime ? Wish.END_EARLY : Wish.GIVE_BACK;
    }
    return Wish.NONE;
  }
}
