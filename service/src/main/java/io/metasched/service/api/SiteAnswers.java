package io.metasched.service.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.metasched.resource.model.Span;
import io.metasched.resource.slots.SlotList;
import io.metasched.service.book.BookState;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.SiteTally;
import io.metasched.service.book.TakenTime;
import io.metasched.service.plan.Fleet;
import io.metasched.service.run.Silence;
import io.metasched.service.site.SiteTerms;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Answers about the sites with their own resource manager, one for each domain. */
public final class SiteAnswers {
  private static final Duration AHEAD = Duration.ofDays(1);
  private static final double MILLIS = 1000;
  private static final Set<Silence.Cause> OF_SITES =
      EnumSet.of(Silence.Cause.SITE_UNREAD, Silence.Cause.NOT_PERMITTED, Silence.Cause.SHADOW);

  private SiteAnswers() {}

  /**
   * Returns the sites of a fleet: what they sell, the use of their nodes in the next 24 hours, and
   * their record. Cost: linear in the taken spans of their nodes in that time.
   */
  public static ArrayNode sites(BookState state, Fleet fleet, long now) {
    var items = JsonNodeFactory.instance.arrayNode();
    for (var domain : fleet.domains()) {
      var nodes =
          fleet.nodes().stream()
              .filter(node -> node.domain().equals(domain))
              .filter(node -> isOfSite(state, node.name()))
              .toList();
      if (!nodes.isEmpty()) {
        items.add(site(state, domain, nodes, now));
      }
    }
    return items;
  }

  private static boolean isOfSite(BookState state, String node) {
    return state.market().confirms(node)
        || !state.market().siteTime(node).isEmpty()
        || silence(state, node).filter(OF_SITES::contains).isPresent();
  }

  private static Optional<Silence.Cause> silence(BookState state, String node) {
    return Optional.ofNullable(state.market().silent().get(node)).map(Silence::cause);
  }

  private static ObjectNode site(BookState state, String domain, List<FleetNode> nodes, long now) {
    var terms =
        nodes.stream()
            .flatMap(node -> state.market().terms().get(node.name()).stream())
            .findFirst();
    var json = JsonNodeFactory.instance.objectNode();
    json.put("domain", domain);
    terms.ifPresent(known -> json.put("site", known.description()));
    json.put("sells", terms.map(SiteTerms::promise).map(SiteAnswers::label).orElse("nothing"));
    json.put("leadSeconds", terms.map(SiteTerms::leadMillis).orElse(0L) / MILLIS);
    json.put("nodes", nodes.size());
    long silent =
        nodes.stream()
            .filter(
                node ->
                    silence(state, node.name())
                        .filter(cause -> cause != Silence.Cause.SHADOW)
                        .isPresent())
            .count();
    json.put("silentNodes", silent);
    json.set("ahead", ahead(state, nodes, now));
    json.set("kept", kept(state.market().kept().get(domain).orElse(SiteTally.NONE)));
    return json;
  }

  private static String label(SiteTerms.Promise promise) {
    return switch (promise) {
      case SHADOW -> "nothing";
      case FIRM -> "firm";
      case ADVISED -> "advised";
    };
  }

  /** Returns the promise about a window on nodes: it is advised if one of its parts is. */
  public static String promise(BookState state, Collection<String> nodes) {
    return label(
        nodes.stream().anyMatch(state.market()::isAdvised)
            ? SiteTerms.Promise.ADVISED
            : SiteTerms.Promise.FIRM);
  }

  /** Returns the use of nodes in the next 24 hours, in node-seconds. */
  private static ObjectNode ahead(BookState state, List<FleetNode> nodes, long now) {
    var time = Span.of(now, AHEAD.toMillis());
    long site = 0;
    long ours = 0;
    long vacant = 0;
    for (var node : nodes) {
      var left = new SlotList(List.of(time), 0);
      for (var each : state.open().taken().of(node.name(), time.end())) {
        long length = Math.min(each.span().end(), time.end()) - Math.max(each.span().start(), now);
        if (each.by().equals(TakenTime.SITE)) {
          site += Math.max(0, length);
        } else {
          ours += Math.max(0, length);
        }
        left.subtract(each.span());
      }
      vacant += left.spans().stream().mapToLong(Span::lengthTicks).sum();
    }
    var json = JsonNodeFactory.instance.objectNode();
    json.put("siteSeconds", site / MILLIS);
    json.put("bookedSeconds", ours / MILLIS);
    json.put("vacantSeconds", vacant / MILLIS);
    return json;
  }

  private static ObjectNode kept(SiteTally tally) {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("confirmed", tally.confirmed());
    json.put("refused", tally.refused());
    json.put("unanswered", tally.silent());
    json.put("takenBack", tally.tookBack());
    json.put("notGiven", tally.keptNode());
    json.put("keptPercent", tally.keptPercent());
    json.put("started", tally.started());
    json.put("meanLateMillis", tally.started() == 0 ? 0 : tally.lateMillis() / tally.started());
    json.put("mostLateMillis", tally.mostLateMillis());
    json.put("bookedSeconds", tally.bookedMillis() / MILLIS);
    json.put("usedSeconds", tally.usedMillis() / MILLIS);
    json.put("givenBackSeconds", tally.returnedMillis() / MILLIS);
    return json;
  }
}
