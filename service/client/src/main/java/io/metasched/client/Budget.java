package io.metasched.client;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * Limits on the cost of a job, with up to three decimal places.
 *
 * @param total highest cost
 * @param pricePerSlot highest price of a node per second
 */
public record Budget(Optional<BigDecimal> total, Optional<BigDecimal> pricePerSlot) {

  /** Returns the budget with a highest cost, such as {@code "12.500"}. */
  public static Budget total(String amount) {
    return new Budget(Optional.of(new BigDecimal(amount)), Optional.empty());
  }
}
