package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Criterion;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.JobState;
import io.metasched.service.book.ReasonCode;
import io.metasched.service.site.SiteTerms;
import io.metasched.service.site.SiteTerms.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Sites that jobs accept: own-0 belongs to an agent, firm-0 and advised-0 to sites. */
final class AcceptedSitesTest {
  private final SmallBook book =
      new SmallBook(
          new FleetNode("advised-0", "advised", 1, 10, List.of("ssd")),
          new FleetNode("firm-0", "firm", 1, 20, List.of("ssd")),
          new FleetNode("own-0", "own", 1, 30, List.of("ssd")));

  private void sell(String node, Promise promise) {
    var terms = Optional.of(new SiteTerms("agent-" + node, "a site", promise, 0));
    book.write(new BookEvent.SiteTermsChanged(new TreeMap<>(Map.of(node, terms))));
  }

  private void sell() {
    sell("firm-0", Promise.FIRM);
    sell("advised-0", Promise.ADVISED);
  }

  private static JobSpec spec(int nodes, String sites) {
    return SmallBook.spec(
        "{'nodes':%d,'work':{'duration':'PT1M'},'sites':{%s}}".formatted(nodes, sites));
  }

  private Optional<String> cheapest(JobSpec spec) {
    var all = Outlook.of(book.state(), book.fleet, book.settings, spec, "u", 0, job -> true);
    return all.best(Criterion.COST).map(window -> String.join(" ", book.fleet.names(window)));
  }

  private Optional<String> refusal(JobSpec spec) {
    return JobAdmission.of(book.state(), book.fleet, book.settings)
        .refusal(book.state(), spec, 12_000, SmallBook.NOW)
        .map(result -> result.why().code() + ": " + result.why().text());
  }

  /** Books a job on a node and lets its site lose the window, a number of times, then keep it. */
  private void lose(String node, int lost, int kept) {
    for (int i = 0; i < lost + kept; i++) {
      var id = node + i;
      book.submit(id, spec(1, "'acceptAdvised':true"));
      var window = book.window(node, 10, 1);
      book.write(BookEvent.JobBooked.placed(id, 0, 0, window, List.of(node), false));
      book.write(new BookEvent.JobConfirmed(id, 1));
      if (i < lost) {
        var code = (i % 2 == 0 ? ReasonCode.SITE_KEPT_NODE : ReasonCode.SITE_TOOK_BACK).label();
        long number = book.state().job(id).orElseThrow().number();
        book.write(new BookEvent.JobRequeued(id, number, code, "", Optional.of(node)));
      }
      book.write(new BookEvent.JobEnded(id, JobState.WITHDRAWN, "cancelled", "", List.of()));
    }
  }

  @Test
  void advisedNodesAreOnlyForJobsThatAcceptThem() {
    assertThat(cheapest(spec(1, ""))).contains("advised-0"); // without a site
    sell();

    assertThat(cheapest(spec(1, ""))).contains("firm-0");
    assertThat(cheapest(spec(2, ""))).contains("firm-0 own-0");
    assertThat(cheapest(spec(3, ""))).isEmpty();
    assertThat(cheapest(spec(1, "'acceptAdvised':true"))).contains("advised-0");
    assertThat(refusal(spec(3, "'acceptAdvised':true"))).isEmpty();
    assertThat(refusal(spec(2, ""))).isEmpty();
    assertThat(refusal(spec(3, "")))
        .contains(
            "requirements: it asks for 3 nodes, but the fleet has 2: 1 of the 3 nodes that meet its"
                + " requirements is one with advised windows only, which it does not accept"
                + " (advised-0)");
  }

  @Test
  void sitesBelowTheReliabilityOfAJobAreLeftOut() {
    sell();
    lose("firm-0", 1, 9);
    lose("advised-0", 3, 1);

    assertThat(book.state().market().keptPercent("firm-0")).isEqualTo(90);
    assertThat(book.state().market().keptPercent("advised-0")).isEqualTo(25);
    var accepts = "'acceptAdvised':true,'reliability':";
    assertThat(cheapest(spec(1, accepts + 25))).contains("advised-0");
    assertThat(cheapest(spec(1, accepts + 26))).contains("firm-0");
    assertThat(cheapest(spec(1, accepts + 91))).contains("own-0");
    assertThat(cheapest(spec(1, accepts + 100))).contains("own-0");
    assertThat(refusal(spec(2, "'reliability':91")))
        .contains(
            "requirements: it asks for 2 nodes, but the fleet has 1: 1 of the 3 nodes that meet its"
                + " requirements is one with advised windows only, which it does not accept"
                + " (advised-0); 2 of the 3 nodes that meet its requirements are ones of sites that"
                + " kept at most 90 % of their windows, below its 91 % (advised-0, firm-0)");
  }

  @Test
  void aJobIsRefusedByTheSitesAsTheyAreWhenItIsSubmitted() {
    var offers = new MarketSettings(Duration.ofMinutes(1), Duration.ZERO, Duration.ZERO, 0, 1);
    var market = new MarketCommands(book.fleet, book.settings, offers, Quotas.NONE);
    var commands = new JobCommands(book.fleet, book.settings, market);
    var account = book.state().account("a").orElseThrow();
    var wanted = spec(3, "'acceptAdvised':true,'reliability':95");

    assertThat(commands.refusal(book.state(), spec(3, ""), account, SmallBook.NOW)).isEmpty();
    sell();
    assertThat(commands.refusal(book.state(), spec(3, ""), account, SmallBook.NOW)).isPresent();
    assertThat(commands.refusal(book.state(), wanted, account, SmallBook.NOW)).isEmpty();
    lose("firm-0", 1, 1);
    assertThat(commands.refusal(book.state(), wanted, account, SmallBook.NOW)).isPresent();
  }

  @Test
  void offersAreForJobsWithTheSameDemands() {
    assertThat(WindowOffer.wanted(spec(1, "")))
        .isEqualTo(WindowOffer.wanted(SmallBook.spec("{'work':{'duration':'PT1M'}}")))
        .isNotEqualTo(WindowOffer.wanted(spec(1, "'acceptAdvised':true")));
  }
}
