package io.metasched.service.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.Money;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.WeekTimes;
import java.time.Duration;
import java.util.List;

/** JSON answers about the market. */
public final class MarketAnswers {
  private MarketAnswers() {}

  /** Returns a window of a job with its times, nodes, cost, and the promise about it. */
  public static ObjectNode window(BookState state, Window window, List<String> nodes) {
    return place(state, window, nodes).put("promise", SiteAnswers.promise(state, nodes));
  }

  private static ObjectNode place(BookState state, Window window, List<String> nodes) {
    var json = Answers.object();
    json.put("start", Answers.time(state.ticks().instant(window.start())));
    json.put("finish", Answers.time(state.ticks().instant(window.finish())));
    json.put("cost", Money.format(window.costMilli()));
    var names = json.putArray("nodes");
    nodes.forEach(names::add);
    return json;
  }

  public static ObjectNode claim(BookState state, ClaimRecord claim) {
    var json = place(state, claim.window(), claim.nodes());
    json.put("id", claim.id());
    json.put("version", claim.version());
    json.put("kind", claim.kind().label());
    json.put("name", claim.name());
    json.put("user", claim.user());
    if (!claim.account().isEmpty()) {
      json.put("account", claim.account());
    }
    json.put("state", claim.state().label());
    json.put("made", Answers.time(claim.made()));
    claim.ended().ifPresent(at -> json.put("ended", Answers.time(at)));
    json.set("money", Answers.money(claim.money()));
    return json;
  }

  public static ObjectNode policy(NodePolicy policy) {
    var json = Answers.object();
    json.put("node", policy.node());
    json.put("price", Money.format(policy.priceMilli()));
    json.put("leastLead", Duration.ofMillis(policy.leastLeadMillis()).toString());
    json.put("forSale", policy.forSale());
    var tariffs = json.putArray("tariffs");
    for (var tariff : policy.tariffs()) {
      var each = times(tariff.when());
      each.put("price", Money.format(tariff.priceMilli()));
      tariffs.add(each);
    }
    var sale = json.putArray("saleTimes");
    policy.saleTimes().forEach(when -> sale.add(times(when)));
    return json;
  }

  private static ObjectNode times(WeekTimes when) {
    var json = Answers.object();
    var days = json.putArray("days");
    when.days().forEach(day -> days.add(PolicyRequest.label(day)));
    json.put("from", clock(when.fromMinute()));
    json.put("to", clock(when.toMinute()));
    return json;
  }

  private static String clock(int minute) {
    return "%02d:%02d".formatted(minute / 60, minute % 60);
  }
}
