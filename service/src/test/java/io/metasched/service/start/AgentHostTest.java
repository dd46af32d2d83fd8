package io.metasched.service.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.typesafe.config.ConfigFactory;
import io.metasched.service.agent.link.NodesFile;
import io.metasched.service.agent.link.OfferedNode;
import io.metasched.service.agent.link.SiteTitle;
import io.metasched.service.agent.process.AgentException;
import io.metasched.service.agent.process.BatchSettings;
import io.metasched.service.agent.process.FolderLock;
import io.metasched.service.agent.process.SlurmRuns;
import io.metasched.service.fake.FakeBatch;
import io.metasched.service.fake.FakeSlurm;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.Site;
import io.metasched.service.site.SiteCalendar;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.SiteHolds;
import io.metasched.service.site.SiteTerms;
import io.metasched.service.site.slurm.CalendarRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
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
  private record UnusedSite(Optional<String> why) implements Site {
    @Override
    public String description() {
      return "an unused site";
    }

    @Override
    public SiteHolds holds(Clock clock) {
      return new StubHolds(why);
    }

    @Override
    public SiteCalendar calendar(Instant now, Instant until) {
      return SiteCalendar.unused(now, List.of("n1"));
    }
  }

  /** Booking that gives a fixed reason why this user may not hold time. */
  private record StubHolds(Optional<String> why) implements SiteHolds {
    @Override
    public Optional<HoldRefusal> hold(Collection<SiteHold> parts) {
      return Optional.empty();
    }

    @Override
    public Optional<String> whyNotPermitted(String node) {
      assertThat(node).isEqualTo("n1");
      return why;
    }

    @Override
    public void release(Collection<String> names) {}

    @Override
    public List<HoldFinding> check(Collection<SiteHold> booked) {
      return List.of();
    }
  }

  private AgentHost observe() {
    return open("nothing", new UnusedSite(Optional.empty()));
  }

  private AgentHost open(String sells, Site site) {
    return open(sells, prefix -> site);
  }

  private AgentHost open(String sells, SiteOpening opening) {
    var loaded = AgentSettings.load(Optional.empty(), folder.resolve("hpc"));
    var settings = loaded.with(loaded.site().selling(sells));
    return AgentHost.ofSite(settings, "hpc", nodes("n1"), opening);
  }

  private static NodesFile nodes(String atSite) {
    return new NodesFile(
        List.of(new OfferedNode("hpc-1", 1, 500, List.of())),
        new TreeMap<>(Map.of("hpc-1", atSite)));
  }

  private List<String> check(String sells, Optional<String> denial, String atSite) {
    var loaded = AgentSettings.load(Optional.empty(), folder.resolve("hpc"));
    var settings = loaded.with(loaded.site().selling(sells));
    return AgentCheck.lines(settings, nodes(atSite), prefix -> new UnusedSite(denial));
  }

  @Test
  void checkPrintsWhatIsSoldAndCreatesNothing() {
    assertThat(check("nothing", Optional.empty(), "n1"))
        .containsExactly(
            "an unused site: nothing is sold", "hpc-1: vacant for 1440 min of the next 24 h");
    assertThat(check("firm", Optional.empty(), "n1").get(0))
        .isEqualTo("an unused site: firm windows, and 10 s before each");
    assertThat(folder.resolve("hpc")).doesNotExist();
  }

  @Test
  void checkFailsIfTheSiteLacksANodeOrARight() {
    assertThatThrownBy(() -> check("nothing", Optional.empty(), "n9"))
        .isInstanceOf(AgentException.class)
        .hasMessage("an unused site: the site has no node n9 for sale");
    assertThatThrownBy(() -> check("firm", Optional.of("Access denied"), "n1"))
        .isInstanceOf(AgentException.class)
        .hasMessageEndingWith(": Access denied");
  }

  @Test
  void checkFailsIfTheJobsOfARootAgentHaveNoUser() {
    assumeTrue("root".equals(System.getProperty("user.name")), "the test is not root");
    var settings = AgentSettings.load(Optional.empty(), folder.resolve("hpc"));
    var slurm =
        new FakeSlurm(
            Clock.systemUTC(), List.of("n1"), job -> FakeBatch.of(Duration.ofHours(1), 0));

    assertThat(lines(slurm, settings, "nothing")).hasSize(2);
    assertThatThrownBy(() -> lines(slurm, settings, "firm"))
        .isInstanceOf(AgentException.class)
        .hasMessageStartingWith(
            "metasched.agent.site.slurm.user: an agent that is root needs a user for its jobs");
  }

  private static List<String> lines(FakeSlurm slurm, AgentSettings loaded, String sells) {
    var settings = loaded.with(loaded.site().ofPartition("main").selling(sells));
    return AgentCheck.lines(settings, nodes("n1"), Sites.slurm(slurm, settings.site()));
  }

  @Test
  void settingOutOfItsRangeIsReportedWithItsFile() throws IOException {
    var conf = folder.resolve("agent.conf");
    Files.writeString(conf, "metasched.agent.site.lead = 2h");

    assertThatThrownBy(() -> AgentSettings.load(Optional.of(folder), folder))
        .isInstanceOf(AgentException.class)
        .hasMessage(conf + ": metasched.agent.site.lead: allowed is 0s to 3600s, given was 2h");
  }

  @Test
  void systemPropertiesOverrideTheFile() throws IOException {
    Files.writeString(folder.resolve("agent.conf"), "metasched.agent.site.lead = 20s");
    var conf = Optional.of(folder);
    var lead = ConfigFactory.parseString("metasched.agent.site.lead = 30s");
    var unknown = ConfigFactory.parseString("metasched.agent.site.leads = 30s");

    assertThat(AgentSettings.load(conf, folder).site().lead()).hasSeconds(20);
    assertThat(AgentSettings.load(conf, folder, lead).site().lead()).hasSeconds(30);
    assertThatThrownBy(() -> AgentSettings.load(conf, folder, unknown))
        .isInstanceOf(AgentException.class)
        .hasMessageContaining("-D: metasched.agent.site: unknown key 'leads'");
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

  @Test
  void siteThatSellsPromisesItsTimeAfterALead() {
    try (var agent = open("firm", new UnusedSite(Optional.empty()))) {
      assertThat(agent.title().site())
          .contains(new SiteTitle("an unused site", SiteTerms.Promise.FIRM, 10_000));
    }
    try (var agent = observe()) {
      assertThat(agent.title().site())
          .contains(new SiteTitle("an unused site", SiteTerms.Promise.SHADOW, 0));
    }
  }

  /** Site at which runs cannot be opened, or are batch jobs. */
  private record RunsOpening(boolean fails) implements SiteOpening {
    @Override
    public Site open(String prefix) {
      return new UnusedSite(Optional.empty());
    }

    @Override
    public RunExecutor runs(String prefix, AgentSettings agent, NodesFile nodes, FolderLock lock) {
      if (fails) {
        throw new UncheckedIOException(new IOException("a stale file handle"));
      }
      var rules = new CalendarRules("main", prefix, List.of("nobody"), Duration.ZERO, false);
      var settings =
          new BatchSettings(rules, new TreeMap<>(), Optional.of("nobody"), Optional.empty());
      var clock = Clock.systemUTC();
      var slurm = new FakeSlurm(clock, List.of("n1"), job -> FakeBatch.of(Duration.ofHours(1), 0));
      return SlurmRuns.open(agent.executor(), lock, slurm, settings, clock);
    }
  }

  @Test
  void titleHasTheWeaknessesOfRunsAtTheSite() {
    try (var agent = open("firm", new RunsOpening(false))) {
      assertThat(agent.title().weaknesses())
          .isEqualTo(agent.executor().weaknesses())
          .singleElement()
          .asString()
          .startsWith("jobs of all accounts have one user of the site: ");
    }
  }

  @Test
  void agentWhoseRunsCannotBeOpenedLeavesItsFolder() {
    assertThatThrownBy(() -> open("firm", new RunsOpening(true)))
        .isInstanceOf(UncheckedIOException.class);

    open("nothing", new UnusedSite(Optional.empty())).close(); // the folder is free
  }

  @Test
  void agentThatMayNotReserveTimeDoesNotSell() {
    var site = new UnusedSite(Optional.of("Access denied"));

    assertThatThrownBy(() -> open("firm", site))
        .isInstanceOf(AgentException.class)
        .hasMessage(
            "an unused site: sells = firm needs the permission to reserve time, which the user %s"
                    .formatted(System.getProperty("user.name"))
                + " lacks: Access denied");
    open("nothing", site).close(); // the folder is free
  }

  @Test
  void identityOfAFolderIsStoredAndItsSecretIsPrivate() throws Exception {
    var first = AgentIdentity.of(folder);

    assertThat(AgentIdentity.of(folder)).isEqualTo(first);
    assertThat(first.prefix()).isEqualTo("ms-" + first.id().substring(0, 8) + "-");
    assertThat(Files.getPosixFilePermissions(folder.resolve("agent.secret")))
        .containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    assertThat(first.secret().text()).hasSize(32);
    Files.writeString(folder.resolve("agent.id"), "x");
    assertThatThrownBy(() -> AgentIdentity.of(folder).prefix())
        .isInstanceOf(AgentException.class)
        .hasMessage("agent.id in the agent's folder: allowed is a UUID, given was 'x'");
  }
}
