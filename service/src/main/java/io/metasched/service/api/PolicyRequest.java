package io.metasched.service.api;

import com.fasterxml.jackson.databind.JsonNode;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.WeekTimes;
import java.time.DayOfWeek;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Sale policy of a node.
 *
 * @param price price per second; empty for the usual price of the node
 * @param leastLead least time between the sale and the start of a window
 * @param forSale whether any time is for sale
 * @param saleTimes times for which windows are sold; empty for all times
 */
public record PolicyRequest(
    Optional<Amount> price,
    List<Tariff> tariffs,
    Duration leastLead,
    boolean forSale,
    List<Times> saleTimes) {
  private static final int MOST_BEGINS = 500; // a week

  /** Price per second during certain times. */
  record Tariff(List<String> days, String from, String to, Amount price) {
    WeekTimes times() {
      return new Times(days, from, to).times();
    }
  }

  /** Time of day on certain days of the week. */
  record Times(List<String> days, String from, String to) {
    WeekTimes times() {
      return new WeekTimes(
          days.stream().map(PolicyRequest::day).toList(), minute(from), minute(to));
    }
  }

  private static DayOfWeek day(String label) {
    return Arrays.stream(DayOfWeek.values())
        .filter(day -> label(day).equals(label))
        .findFirst()
        .orElseThrow();
  }

  private static int minute(String text) {
    return Integer.parseInt(text.substring(0, 2)) * 60 + Integer.parseInt(text.substring(3));
  }

  /** Returns the external name of a day. */
  static String label(DayOfWeek day) {
    return day.name().substring(0, 3).toLowerCase(Locale.ROOT);
  }

  /**
   * Parses the sale policy of a node.
   *
   * @param usualPriceMilli price used if the body has none, in 1/1000 per second
   * @throws Problem with all faults
   */
  public static NodePolicy read(JsonNode body, String node, long usualPriceMilli) {
    var request = Requests.read(body, PolicyRequest.class);
    var faults = new BodyFaults(body);
    request.price.ifPresent(price -> price.requirePrice("/price", faults));
    for (int i = 0; i < request.tariffs.size(); i++) {
      request.tariffs.get(i).price.requirePrice("/tariffs/%d/price".formatted(i), faults);
    }
    var tariffs =
        request.tariffs.stream()
            .map(each -> new NodePolicy.Tariff(each.times(), each.price.milli()))
            .toList();
    var sale = request.saleTimes.stream().map(Times::times).toList();
    int begins =
        Stream.concat(tariffs.stream().map(NodePolicy.Tariff::when), sale.stream())
            .mapToInt(WeekTimes::beginsInWeek)
            .sum();
    if (begins > MOST_BEGINS) {
      faults.add(
          "/tariffs",
          "with the times of sale begin %d times a week".formatted(begins),
          "%d times a week".formatted(MOST_BEGINS));
    }
    faults.throwAny();
    return new NodePolicy(
        node,
        request.price.map(Amount::milli).orElse(usualPriceMilli),
        tariffs,
        request.leastLead.toMillis(),
        request.forSale,
        sale);
  }
}
