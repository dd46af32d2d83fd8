package io.metasched.client;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Windows that a job could get now. A request with the id of an offer is booked as offered, or
 * refused.
 *
 * @param offers offers, the best one by the criterion of the job first
 * @param reason cause, if there is no offer
 * @param advice changes that would help, if there is no offer
 */
public record Offers(List<Offer> offers, Optional<Reason> reason, List<String> advice) {

  /**
   * Window that a job could get.
   *
   * @param offer id by which it is accepted
   * @param criterion criterion by which it is the best, or {@code between}
   * @param criteria criteria by which no other window is better
   * @param start start of all parts
   * @param finish end of the longest part
   * @param cost cost
   * @param nodes nodes
   * @param promise {@code firm} or {@code advised}
   * @param domains domains of the nodes
   * @param firm whether it is held
   * @param fee fee for holding it
   * @param validUntil end of its validity
   */
  public record Offer(
      String offer,
      String criterion,
      List<String> criteria,
      Instant start,
      Instant finish,
      BigDecimal cost,
      List<String> nodes,
      String promise,
      List<String> domains,
      boolean firm,
      Optional<BigDecimal> fee,
      Instant validUntil) {}
}
