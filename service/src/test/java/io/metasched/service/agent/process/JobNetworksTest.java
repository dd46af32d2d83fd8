package io.metasched.service.agent.process;

import static io.metasched.service.agent.process.TestedAgent.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.metasched.metascheduler.deployment.FreePort;
import io.metasched.service.run.EndCause;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Network namespaces of jobs. */
final class JobNetworksTest {
  private static final RunId RUN = new RunId("a", 1, 0);
  private static final String SHOW =
      "readlink /proc/self/ns/net; sed -n 's/^ *\\([^ ]*\\):.*/\\1/p' /proc/net/dev; "
          + "grep -c '00000000:' /proc/net/route; cat /sys/class/net/lo/operstate";

  @TempDir private Path folder;

  private TestedAgent agent(JobNetworks networks) {
    return TestedAgent.on(TestedAgent.settings(folder, networks), Clock.systemUTC());
  }

  private static String ownNetwork() throws Exception {
    return Files.readSymbolicLink(Path.of("/proc/self/ns/net")).toString();
  }

  private List<String> seen(JobNetworks networks) {
    TestedAgent.requireSupervisors();
    var best = IsolationProbe.probe(SupervisorScript.in(folder), java.util.Optional.empty());
    assumeTrue(
        networks.keys().values().stream()
            .allMatch(network -> IsolationProbe.networkFault(best, network).isEmpty()),
        "this machine has no network namespaces");
    try (var agent = agent(networks)) {
      agent.run(spec("a", SHOW));
      agent.end(RUN);
      return agent.output(RUN).lines().toList();
    }
  }

  @Test
  void aJobWithoutANetworkHasALoopbackInterfaceOfItsOwn() throws Exception {
    var seen = seen(JobNetworks.all(JobNetworks.NONE));

    assertThat(seen.get(0)).startsWith("net:").isNotEqualTo(ownNetwork());
    assertThat(seen.subList(1, seen.size() - 1)).contains("lo").doesNotContain("eth0");
    assertThat(seen.get(seen.size() - 1)).isEqualTo("unknown"); // means that a loopback is up
  }

  @Test
  void aJobHasTheNetworkOfItsNode() throws Exception {
    var ofNodes = new TreeMap<>(Map.of("n1", "host", "n2", "host"));

    assertThat(seen(new JobNetworks(JobNetworks.NONE, ofNodes, Set.of())).get(0))
        .isEqualTo(ownNetwork());
  }

  @Test
  void aJobCanHaveANamespaceThatRootHasMade() throws Exception {
    var path = "/proc/%d/ns/net".formatted(ProcessHandle.current().pid());

    assertThat(seen(JobNetworks.all(path)).get(0)).isEqualTo(ownNetwork());
  }

  @Test
  void aNamespaceThatIsNotThereIsRefusedAtTheStart() {
    assertThatThrownBy(() -> agent(JobNetworks.all("/run/netns/no-such")))
        .hasMessageContaining("network: only root, with nsenter, can enter an existing network")
        .hasMessageContaining("'/run/netns/no-such'");
  }

  @Test
  void anythingElseIsNoNetwork() {
    assertThatThrownBy(() -> new JobNetworks("host", new TreeMap<>(Map.of("n1", "hots")), Set.of()))
        .hasMessage(
            "metasched.agent.networks.n1: allowed is host, none or the path of a network namespace, given was 'hots'");
  }

  private static String listen(int port) {
    return "use Socket; socket(S, PF_INET, SOCK_STREAM, 0); setsockopt(S, SOL_SOCKET, SO_REUSEADDR, 1);"
        + " bind(S, sockaddr_in(%d, INADDR_ANY)) or die; listen(S, 1); $| = 1; print \"listens\\n\"; sleep 1000"
            .formatted(port);
  }

  private static void requirePerl() {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")), "no program that can listen");
  }

  @Test
  void aRunThatTakesThePortOfAServiceIsEndedAndOthersGoOn() throws Exception {
    requirePerl();
    int port = FreePort.find();
    int other = FreePort.find();
    try (var agent = agent(JobNetworks.all("host").guarding(List.of(port)))) {
      var bystander = new RunId("b", 1, 0);
      agent.run(spec("b", "exec perl -e '%s'".formatted(listen(other))));
      agent.line(bystander, "listens");

      agent.run(spec("a", "trap '' TERM; perl -e '%s'".formatted(listen(port))));

      var end = agent.end(RUN);
      assertThat(end.why()).isEqualTo(EndCause.MACHINE_LIMIT);
      assertThat(end.limit())
          .hasValue(
              "it listened on port %d, which belongs to a service (service-ports)".formatted(port));
      new ServerSocket(port).close();
      assertThat(agent.facts().stream().filter(RunFact::isFinal)).hasSize(1);
      TestedAgent.get(agent.executor().cancel(bystander, "seen"));
      agent.end(bystander);
    }
  }

  @Test
  void aServiceThatStartsAgainHasItsPortBack() throws Exception {
    requirePerl();
    int port = FreePort.find();
    try (var agent = agent(JobNetworks.all("host"))) {
      agent.run(spec("a", "perl -e '%s'".formatted(listen(port))));
      agent.line(RUN, "listens");
    }

    try (var agent = agent(JobNetworks.all("host").guarding(List.of(port)))) {
      new ServerSocket(port).close();
      assertThat(agent.end(RUN).why()).isEqualTo(EndCause.MACHINE_LIMIT);
    }
  }

  @Test
  void aServiceWhosePortARunHasWithoutListeningHasItBack() throws Exception {
    requirePerl();
    int port = FreePort.find();
    try (var agent = agent(JobNetworks.all("host"))) {
      var bystander = new RunId("b", 1, 0);
      agent.run(spec("b", "echo ready; exec sleep 1000"));
      agent.line(bystander, "ready");
      var script =
          listen(port)
              .replace("listen(S, 1); ", "")
              .replace("setsockopt(S, SOL_SOCKET, SO_REUSEADDR, 1);", "");
      agent.run(spec("a", "perl -e '%s'".formatted(script)));
      agent.line(RUN, "listens");
      assertThatThrownBy(() -> new ServerSocket(port).close()).hasMessageContaining("in use");

      assertThat(TestedAgent.get(agent.executor().freePort(port))).isTrue();

      assertThat(agent.end(RUN).limit())
          .hasValue(
              "a service could not open port %d, and this run had a socket that may use it"
                  .formatted(port));
      new ServerSocket(port).close();
      assertThat(agent.facts().stream().filter(RunFact::isFinal)).hasSize(1);
      TestedAgent.get(agent.executor().cancel(bystander, "seen"));
      agent.end(bystander);
    }
  }

  @Test
  void aRunWithoutSocketsGoesOnThoughTheOneThatHasThePortHidesIt() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/python3")), "no program that hands on a socket");
    int port = FreePort.find();
    try (var agent = agent(JobNetworks.all("host"))) {
      var bystander = new RunId("b", 1, 0);
      agent.run(spec("b", "echo ready; exec sleep 1000"));
      agent.line(bystander, "ready");
      var hides =
          "import socket, time; s = socket.socket(); s.bind((\"\", %d));"
              + " a, b = socket.socketpair(); socket.send_fds(a, [b\"x\"], [s.fileno()]); s.close();"
              + " print(\"hides\", flush=True); time.sleep(1000)";
      agent.run(spec("a", "exec /usr/bin/python3 -c '%s'".formatted(hides.formatted(port))));
      agent.line(RUN, "hides");
      assertThatThrownBy(() -> new ServerSocket(port).close()).hasMessageContaining("in use");

      assertThat(TestedAgent.get(agent.executor().freePort(port))).isTrue();

      assertThat(agent.end(RUN).why()).isEqualTo(EndCause.MACHINE_LIMIT);
      new ServerSocket(port).close();
      assertThat(agent.facts().stream().filter(RunFact::isFinal)).hasSize(1);
      TestedAgent.get(agent.executor().cancel(bystander, "seen"));
      assertThat(agent.end(bystander).why()).isEqualTo(EndCause.CANCELLED);
    }
  }

  @Test
  void aPortThatAnotherProgramHasIsLeftToIt() throws Exception {
    try (var agent = agent(JobNetworks.all("host"));
        var other = new ServerSocket(0)) {
      agent.run(spec("a", "echo ready; exec sleep 1000"));
      agent.line(RUN, "ready");

      assertThat(TestedAgent.get(agent.executor().freePort(other.getLocalPort()))).isFalse();

      TestedAgent.get(agent.executor().cancel(RUN, "seen"));
      assertThat(agent.end(RUN).why()).isEqualTo(EndCause.CANCELLED);
    }
  }

  @Test
  void aRunThatHandsItsSocketToItselfDoesNotKeepThePort() throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/python3"))
            && Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
        "no program that can hand on a socket, or no users for accounts");
    int port = FreePort.find();
    try (var agent = agent(JobNetworks.all("host").guarding(List.of(port)))) {
      var parks =
          "import socket, time; s = socket.create_server((\"\", %d)); a, b = socket.socketpair();"
              + " socket.send_fds(a, [b\"x\"], [s.fileno()]); s.close(); time.sleep(1000)";
      agent.run(spec("a", "exec /usr/bin/python3 -c '%s'".formatted(parks.formatted(port))));

      assertThat(agent.end(RUN).why()).isEqualTo(EndCause.MACHINE_LIMIT);
      new ServerSocket(port).close();
    }
  }

  @Test
  void theNetworkOfTheMachineIsReportedAsShared() {
    assertThat(JobNetworks.all("host").weaknesses()).hasSize(1);
    assertThat(JobNetworks.all("none").weaknesses()).isEmpty();
  }
}
