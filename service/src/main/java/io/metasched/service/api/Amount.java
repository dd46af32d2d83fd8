package io.metasched.service.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.metasched.service.book.Money;

/**
 * Amount of money in a request.
 *
 * @param milli amount in 1/1000
 */
public record Amount(long milli) {

  /** Parses the external format. */
  @JsonCreator
  static Amount of(String text) {
    return new Amount(Money.parse(text).orElseThrow());
  }

  /** Adds a fault unless the amount may be the price of a second. */
  void requirePrice(String pointer, BodyFaults faults) {
    if (milli > Money.MOST_PRICE_MILLI) {
      var most = Money.format(Money.MOST_PRICE_MILLI);
      faults.add(pointer, "is invalid", "at most %s a second".formatted(most));
    }
  }
}
