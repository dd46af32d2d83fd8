package io.metasched.resource.actor;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.owner.CommandId;
import io.metasched.resource.owner.ProjectedSlots;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Time for which the owners of a domain are asked in a session. */
final class OfferCacheTest {
  private static final Span HORIZON = new Span(10, 100);

  private final OfferCache cache = new OfferCache(true);

  private Span asked() {
    return cache.horizon(new PlanningSessions.OpenSession(new CommandId(1, 1), HORIZON, 5, null));
  }

  /** Slots of an external book. */
  private record NoSlots(long asOf) implements ProjectedSlots {
    @Override
    public List<Slot> within(Span horizon, long nowTick) {
      return List.of();
    }
  }

  @Test
  void offersThatMayBeCachedAreForAllTimeUntilTheEndOfTheSession() {
    assertThat(asked()).isEqualTo(new Span(5, 100));
  }

  @Test
  void offersOfAnExternalBookAreForTheTimeOfTheSessionOnly() {
    cache.given(0, new NodeOwner.Project(new CommandId(1, 2), new NoSlots(1), null));

    assertThat(asked()).isEqualTo(HORIZON);
  }
}
