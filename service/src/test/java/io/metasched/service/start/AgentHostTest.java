package io.metasched.service.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.service.agent.link.NodesFile;
import io.metasched.service.agent.link.OfferedNode;
import io.metasched.service.agent.process.AgentException;
import io.metasched.service.site.Site;
import io.metasched.service.site.SiteCalendar;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders of agents of sites. */
final class AgentHostTest {
  @TempDir private Path folder;

  /** Site of which no time is taken. */
  private record UnusedSite() implements Site {
    @Override
    public String description() {
      return "an unused site";
    }

    @Override
    public SiteCalendar calendar(Instant now, Instant until) {
      return SiteCalendar.unused(now, List.of("n1"));
    }
  }

  private AgentHost observe() {
    var settings = AgentSettings.load(Optional.empty(), folder.resolve("hpc"));
    var nodes =
        new NodesFile(
            List.of(new OfferedNode("hpc-1", 1, 500, List.of())),
            new TreeMap<>(Map.of("hpc-1", "n1")));
    return AgentHost.observe(settings, "hpc", nodes, new UnusedSite());
  }

  @Test
  void folderOfASiteHasOneAgentAtATime() {
    String id;
    try (var first = observe()) {
      id = first.title().id();

      // two agents with one id would replace each other at the service
      assertThatThrownBy(this::observe)
          .isInstanceOf(AgentException.class)
          .hasMessageContaining("another agent uses this folder");
    }

    try (var next = observe()) {
      assertThat(next.title().id()).isEqualTo(id);
    }
  }
}
