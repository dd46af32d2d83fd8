package io.metasched.resource.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Span;
import io.metasched.resource.pricing.ListPricing;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NodeTimelineTest {
  private static final Node NODE = Node.of(1, 1, 1000);
  private static final JobId JOB = JobId.of(1);

  /**
   * Plan in which a job of 3 ticks arrives every ten ticks, and the first tick of each block is
   * planned load.
   */
  private static final LocalPlan PLAN =
      new LocalPlan() {
        @Override
        public long blockTicks() {
          return 20;
        }

        @Override
        public List<Span> load(int node, Span block) {
          return List.of(Span.of(block.start(), 1));
        }

        @Override
        public LocalArrivals arrivals(int node) {
          return new LocalArrivals() {
            private long tick;

            @Override
            public boolean advance() {
              tick += 10;
              return true;
            }

            @Override
            public long tick() {
              return tick;
            }

            @Override
            public long lengthTicks() {
              return 3;
            }
          };
        }
      };

  private final List<NodeEvent> events = new ArrayList<>();
  private final NodeTimeline timeline =
      new NodeTimeline(NODE, new ListPricing(), PLAN, NodeTimeline.Snapshot.empty(1), events::add);

  @Test
  void localJobsArriveThroughTheLastTickThatCounts() {
    timeline.openUntil(40);

    assertThat(timeline.advance(10, 9)).isTrue();
    assertThat(timeline.nextArrivalTick()).isEqualTo(10);
    assertThat(timeline.advance(10, 10)).isTrue();
    assertThat(timeline.nextArrivalTick()).isEqualTo(20);
    assertThat(timeline.advance(9, 9)).isFalse();

    assertThat(timeline.nowTick()).isEqualTo(10);
    assertThat(spans(timeline))
        .containsExactly(Span.of(0, 1), Span.of(20, 1), Span.of(10, 3)); // planned load first
  }

  @Test
  void eventsThatDoNotFollowFromThePlanLeadToTheSameTimeline() {
    var again = new NodeTimeline(NODE, new ListPricing(), PLAN);
    Runnable[] deeds = {
      () -> timeline.openUntil(40),
      () -> timeline.book().hold(JOB, Span.of(8, 12), 0, timeline.nowTick(), 100),
      () -> timeline.book().commit(JOB, timeline.nowTick()),
      () -> timeline.book().hold(JobId.of(2), Span.of(21, 19), 0, timeline.nowTick(), 16),
      () -> timeline.book().end(JOB, timeline.nowTick()),
    };
    long now = 0;

    for (var deed : deeds) {
      timeline.advance(now, now);
      deed.run();
      again.advance(now, now);
      events.forEach(again::redo);
      events.clear();
      assertThat(again.snapshot()).isEqualTo(timeline.snapshot());
      now += 4;
    }

    assertThat(spans(again)).isEqualTo(spans(timeline)).contains(Span.of(21, 3));
  }

  @Test
  void aSnapshotLeadsOnAsTheTimelineItWasMadeOf() {
    timeline.openUntil(60);
    timeline.advance(25, 25);
    var restored =
        new NodeTimeline(NODE, new ListPricing(), PLAN, timeline.snapshot(), event -> {});

    timeline.advance(55, 54);
    restored.advance(55, 54);

    assertThat(restored.snapshot()).isEqualTo(timeline.snapshot());
    assertThat(spans(restored)).hasSize(3).isSubsetOf(spans(timeline)); // later arrivals
  }

  private static List<Span> spans(NodeTimeline timeline) {
    return timeline.book().localRuns().stream().map(LocalRun::span).toList();
  }
}
