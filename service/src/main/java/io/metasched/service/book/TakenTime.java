package io.metasched.service.book;

import io.metasched.resource.model.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Time of each node that is taken by open jobs and claims, and by the node's site: an index
 * maintained by the fold. Immutable. A change of a job costs O(parts log n), a query for a node
 * O(log n) plus the number of visited entries of the node.
 */
public final class TakenTime {
  /** Taker of the time that a site uses for itself; not the id of a job or claim. */
  public static final String SITE = "site";

  static final TakenTime NONE = new TakenTime(SortedTree.empty());

  private final SortedTree<Key, Taken> all;

  private record Key(String node, long start, String by) implements Comparable<Key> {
    private static final Comparator<Key> ORDER =
        Comparator.comparing(Key::node).thenComparingLong(Key::start).thenComparing(Key::by);

    @Override
    public int compareTo(Key other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * Taken time of a node.
   *
   * @param by id of the job or claim that takes the time, or {@link #SITE}
   */
  public record Taken(Span span, String by) {}

  private TakenTime(SortedTree<Key, Taken> all) {
    this.all = all;
  }

  /** Returns the taken time of a node before a tick, in order of starts. */
  public List<Taken> of(String node, long before) {
    var taken = new ArrayList<Taken>();
    for (var each : all.from(new Key(node, Long.MIN_VALUE, ""), true)) {
      if (!each.key().node().equals(node) || each.key().start() >= before) {
        break;
      }
      taken.add(each.value());
    }
    return taken;
  }

  /** Returns the nodes whose taken time differs from an earlier state of this index. */
  public Set<String> changedSince(TakenTime earlier) {
    var nodes = new TreeSet<String>();
    all.changesSince(earlier.all, (key, before, after) -> nodes.add(key.node()));
    return nodes;
  }

  /** Returns a copy with the time of further jobs, which must not be in the index yet. */
  TakenTime withAll(Iterable<JobRecord> jobs) {
    var taken = new TreeMap<Key, Taken>();
    all.entries().forEach(each -> taken.put(each.key(), each.value()));
    for (var job : jobs) {
      for (var part : partsThatTakeTime(job)) {
        var span = part.booked().span();
        taken.put(new Key(part.node(), span.start(), job.id()), new Taken(span, job.id()));
      }
    }
    return new TakenTime(SortedTree.of(taken));
  }

  // --- changes by a fold

  /** Returns a copy with a changed or new job. */
  @SuppressWarnings("ReferenceEquality") // most changes leave these lists unchanged
  TakenTime with(Optional<JobRecord> before, JobRecord job) {
    boolean isSame =
        before.isPresent()
            && before.get().parts() == job.parts()
            && before.get().move() == job.move()
            && before.get().state().isFinal() == job.state().isFinal();
    if (isSame) {
      return this;
    }
    var changed = before.map(this::without).orElse(this);
    for (var part : partsThatTakeTime(job)) {
      changed = changed.with(part.node(), part.booked().span(), job.id());
    }
    return changed;
  }

  private TakenTime without(JobRecord job) {
    var left = this;
    for (var part : partsThatTakeTime(job)) {
      left = left.without(part.node(), part.booked().span(), job.id());
    }
    return left;
  }

  private static List<PartRecord> partsThatTakeTime(JobRecord job) {
    return job.state().isFinal()
        ? List.of()
        : Stream.concat(job.parts().stream(), job.move().stream())
            .filter(part -> !part.stage().isFinal())
            .toList();
  }

  /** Returns a copy updated with the created and ended claims, and the changed time of sites. */
  TakenTime with(Market before, Market after) {
    var changed = new ArrayList<TakenTime>(List.of(this));
    after
        .open()
        .changesSince(
            before.open(),
            (number, old, now) -> {
              old.ifPresent(id -> changed.set(0, changed.get(0).without(claim(before, id))));
              now.ifPresent(id -> changed.set(0, changed.get(0).with(claim(after, id))));
            });
    after
        .sites()
        .changesSince(
            before.sites(),
            (node, old, now) ->
                changed.set(
                    0,
                    changed.get(0).withSite(node, old.orElse(List.of()), now.orElse(List.of()))));
    return changed.get(0);
  }

  private TakenTime withSite(String node, List<SiteSpan> before, List<SiteSpan> after) {
    var changed = this;
    for (var span : union(before)) {
      changed = changed.without(node, span, SITE);
    }
    for (var span : union(after)) {
      changed = changed.with(node, span, SITE);
    }
    return changed;
  }

  /** Returns the union of sorted spans, in order. */
  private static List<Span> union(List<SiteSpan> spans) {
    var union = new ArrayList<Span>();
    for (var each : spans) {
      var span = each.span();
      int last = union.size() - 1;
      if (last >= 0 && span.start() <= union.get(last).end()) {
        var known = union.get(last);
        union.set(last, new Span(known.start(), Math.max(known.end(), span.end())));
      } else {
        union.add(span);
      }
    }
    return union;
  }

  private static ClaimRecord claim(Market market, String id) {
    return market.claims().get(id).orElseThrow();
  }

  private TakenTime with(ClaimRecord claim) {
    var more = this;
    for (int i = 0; i < claim.nodes().size(); i++) {
      more = more.with(claim.nodes().get(i), claim.window().parts().get(i).span(), claim.id());
    }
    return more;
  }

  private TakenTime without(ClaimRecord claim) {
    var left = this;
    for (int i = 0; i < claim.nodes().size(); i++) {
      left = left.without(claim.nodes().get(i), claim.window().parts().get(i).span(), claim.id());
    }
    return left;
  }

  private TakenTime with(String node, Span span, String by) {
    return new TakenTime(all.with(new Key(node, span.start(), by), new Taken(span, by)));
  }

  private TakenTime without(String node, Span span, String by) {
    return new TakenTime(all.without(new Key(node, span.start(), by)));
  }
}
