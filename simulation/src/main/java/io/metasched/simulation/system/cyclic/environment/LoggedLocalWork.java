package io.metasched.simulation.system.cyclic.environment;

import io.metasched.metascheduler.program.Sha256;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.LocalArrivals;
import io.metasched.simulation.input.InputFaults;
import io.metasched.simulation.rows.Decimals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Local jobs from a file. A planned job that spans several blocks of time is one job in each block.
 */
final class LoggedLocalWork implements LocalWork {
  private final TreeMap<Integer, List<Span>> planned = new TreeMap<>();
  private final TreeMap<Integer, List<Span>> arriving = new TreeMap<>();

  /** Local job of a node. */
  record Job(int node, boolean planned, Span span, String place) {
    private static final Comparator<Job> ORDER =
        Comparator.comparingInt(Job::node)
            .thenComparingLong(job -> job.span().start())
            .thenComparingLong(job -> job.span().end());
  }

  /** Creates the work; overlapping planned jobs of one node are reported. */
  LoggedLocalWork(List<Job> jobs, InputFaults faults) {
    var last = new TreeMap<Integer, Job>();
    for (var job :
        jobs.stream().sorted(Job.ORDER).toList()) { // stable: equal jobs keep the order of the file
      var spans = job.planned() ? planned : arriving;
      spans.computeIfAbsent(job.node(), node -> new ArrayList<>()).add(job.span());
      var before = job.planned() ? last.put(job.node(), job) : null;
      if (before != null && before.span().end() > job.span().start()) {
        faults.add(
            "%s: planned local jobs of one node must not overlap, but the job of %s ends at %s"
                .formatted(
                    job.place(), before.place(), Decimals.ofThousandths(before.span().end())));
      }
    }
  }

  @Override
  public String fingerprint() {
    return Sha256.of(Stream.of(planned.toString(), arriving.toString()));
  }

  @Override
  public List<Span> staticLoad(int node, Span block) {
    return within(planned.getOrDefault(node, List.of()), block);
  }

  private static List<Span> within(List<Span> spans, Span block) {
    int low = 0;
    int high = spans.size();
    while (low < high) { // the first that ends after the start of the block
      int middle = (low + high) >>> 1;
      if (spans.get(middle).end() <= block.start()) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    var cut = new ArrayList<Span>();
    for (int at = low; at < spans.size() && spans.get(at).start() < block.end(); at++) {
      var span = spans.get(at);
      cut.add(new Span(Math.max(span.start(), block.start()), Math.min(span.end(), block.end())));
    }
    return cut;
  }

  @Override
  public LocalArrivals arrivals(int node) {
    var spans = arriving.getOrDefault(node, List.of());
    return new LocalArrivals() {
      private int at = -1;

      @Override
      public boolean advance() {
        return ++at < spans.size();
      }

      @Override
      public long tick() {
        return spans.get(at).start();
      }

      @Override
      public long lengthTicks() {
        return spans.get(at).lengthTicks();
      }
    };
  }
}
