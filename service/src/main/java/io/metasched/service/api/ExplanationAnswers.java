package io.metasched.service.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.Money;
import io.metasched.service.plan.Fleet;
import io.metasched.service.plan.Outlook;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why a job has no window, in numbers, and what would help. */
public final class ExplanationAnswers {
  private final BookState state;
  private final Fleet fleet;
  private final JobSpec spec;
  private final Outlook outlook;

  /** What is to be said of a job by what it could get in a state. */
  public ExplanationAnswers(BookState state, Fleet fleet, JobSpec spec, Outlook outlook) {
    this.state = state;
    this.fleet = fleet;
    this.spec = spec;
    this.outlook = outlook;
  }

  private ObjectNode window(Window window) {
    var names = window.parts().stream().map(part -> fleet.name(part.node())).toList();
    return MarketAnswers.window(state, window, names);
  }

  private boolean isLimited() {
    return spec.costLimitMilli() != WindowRequest.NO_LIMIT;
  }

  /** The numbers: which windows there were, and by how much they failed. */
  public ObjectNode windows() {
    var json = Answers.object();
    json.put("slots", outlook.slots());
    outlook.best(Criterion.START).ifPresent(window -> json.set("within", window(window)));
    outlook.atAnyPrice(Criterion.COST).ifPresent(window -> json.set("cheapest", priced(window)));
    outlook.atAnyPrice(Criterion.START).ifPresent(window -> json.set("earliest", priced(window)));
    if (spec.deadline().isPresent()) {
      outlook.whenever(Criterion.FINISH).ifPresent(window -> json.set("later", late(window)));
    }
    return json;
  }

  private ObjectNode priced(Window window) {
    var json = window(window);
    if (isLimited() && window.costMilli() > spec.costLimitMilli()) {
      json.put("overBudget", Money.format(window.costMilli() - spec.costLimitMilli()));
    }
    return json;
  }

  private ObjectNode late(Window window) {
    var json = window(window);
    spec.deadline()
        .map(deadline -> window.finish() - state.ticks().at(deadline))
        .filter(late -> late > 0)
        .ifPresent(late -> json.put("late", Duration.ofMillis(late).toString()));
    return json;
  }

  /** What would help, a sentence each. */
  public List<String> advice() {
    var advice = new ArrayList<String>();
    var within = outlook.best(Criterion.START);
    if (within.isPresent()) {
      advice.add(
          "a window within its limits is vacant now: from %s for %s"
              .formatted(time(within.get().start()), Money.format(within.get().costMilli())));
      pay(within.get(), advice);
      return advice;
    }
    var nodes = spec.nodes() == 1 ? "1 node" : spec.nodes() + " nodes";
    var before = spec.deadline().map(at -> " before " + Answers.time(at)).orElse("");
    var cheapest = outlook.atAnyPrice(Criterion.COST);
    var later = outlook.whenever(Criterion.START);
    if (cheapest.isPresent()) {
      advice.add(
          "cheapest window of %s%s costs %s%s%s"
              .formatted(
                  nodes, before, Money.format(cheapest.get().costMilli()), limit(), from(later)));
      pay(cheapest.get(), advice);
    } else {
      advice.add("no %s are vacant together%s%s".formatted(nodes, before, from(later)));
    }
    int most = outlook.mostNodes();
    if (most > 0) {
      advice.add("%d of its %s have a window within its limits".formatted(most, nodes));
    }
    return advice;
  }

  private String limit() {
    if (isLimited()) {
      return ", your limit is " + Money.format(spec.costLimitMilli());
    }
    return spec.priceLimitMilli() != WindowRequest.NO_LIMIT
        ? ", at more than %s for a node and second".formatted(Money.format(spec.priceLimitMilli()))
        : "";
  }

  private String from(Optional<Window> later) {
    return later
        .map(
            window ->
                "; from %s it costs %s"
                    .formatted(time(window.start()), Money.format(window.costMilli())))
        .orElse("");
  }

  private void pay(Window window, List<String> advice) {
    long balance = state.account(spec.account()).map(each -> each.balanceMilli()).orElse(0L);
    if (window.costMilli() > balance) {
      advice.add("the account %s has %s".formatted(spec.account(), Money.format(balance)));
    }
  }

  private String time(long tick) {
    return Answers.time(state.ticks().instant(tick));
  }
}
