package io.metasched.simulation.driver.cluster;

import static io.metasched.simulation.driver.cluster.Members.ALL;
import static io.metasched.simulation.driver.cluster.Members.cyclic;
import static io.metasched.simulation.driver.cluster.Members.digests;
import static io.metasched.simulation.driver.cluster.Members.spec;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.HostPort;
import io.metasched.simulation.driver.ActorSystemRunner;
import io.metasched.simulation.run.ScenarioRuns;
import io.metasched.simulation.system.cyclic.actor.CyclicBlueprint;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Bytes that untrusted clients send to the ports of members during a run; members drop these bytes.
 */
@Tag("slow")
@Tag("cluster")
final class HostileBytesTest {
  private static final int JUNK = 50_000;
  private static final int ORDINARY_STREAM = 2;
  private static final int UNKNOWN_STREAM = 77;
  private static final int GIB = 1 << 30;

  @Test
  void invalidMessagesAreDroppedAndTheRunContinues() throws Exception {
    var text = cyclic("seed=1");
    try (var members = new Members(ClusterSettings.load(Optional.empty()));
        var outsiders = new Outsiders()) {
      var run = members.run();
      var nodes = List.of(members.node(run, ALL), members.node(run, ALL));
      run.formation(spec(text), 2);
      var placed =
          CompletableFuture.supplyAsync(
              () -> digests(text, run.driver(CyclicBlueprint::of, false)));
      var places = new ArrayList<>(List.of(run.place()));
      nodes.forEach(node -> places.add(node.place()));

      for (var place : places) {
        for (var bytes : hostile()) {
          outsiders.send(HostPort.of(place, "the test"), bytes);
        }
      }

      assertThat(placed.get(300, TimeUnit.SECONDS)).isEqualTo(ScenarioRuns.digests(text));
      assertThat(digests(text, run.driver(CyclicBlueprint::of, false))).isEqualTo(placed.join());
    }
  }

  @Test
  void noObjectOfJavaSerializationIsRead() throws Exception {
    var text = cyclic("seed=1");
    try (var members = new Members(ClusterSettings.load(Optional.empty()))) {
      var run = members.run();
      var node = members.node(run, ALL);
      run.formation(spec(text), 1);
      var sender = ActorSystem.create(ActorSystemRunner.SYSTEM, ConfigFactory.load(senderConfig()));
      try {
        var guardian =
            sender.actorSelection(
                "akka://%s@%s/user".formatted(ActorSystemRunner.SYSTEM, node.place()));
        guardian.tell(new Gadget(), ActorRef.noSender());
        assertThat(Gadget.WRITTEN.await(300, TimeUnit.SECONDS)).isTrue();

        assertThat(digests(text, run.driver(CyclicBlueprint::of, false)))
            .isEqualTo(ScenarioRuns.digests(text));
        assertThat(Gadget.READ).hasValue(0);
      } finally {
        sender.terminate();
        sender.getWhenTerminated().toCompletableFuture().get(300, TimeUnit.SECONDS);
      }
    }
  }

  private static Config senderConfig() {
    return ConfigFactory.parseString(
        """
        akka {
          actor { provider = remote, allow-java-serialization = on, warn-about-java-serializer-usage = off }
          remote.artery { canonical { hostname = "127.0.0.1", port = 0 } }
        }
        """);
  }

  /** Serializable object that records the first write and counts the reads. */
  private static final class Gadget implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final CountDownLatch WRITTEN = new CountDownLatch(1);
    private static final AtomicInteger READ = new AtomicInteger();

    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      WRITTEN.countDown();
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      READ.incrementAndGet();
    }
  }

  private static List<byte[]> hostile() {
    var junk = new byte[JUNK];
    new SplittableRandom(1).nextBytes(junk);
    return List.of(
        junk,
        "GET / HTTP/1.1\r\nHost: metasched\r\n\r\n".getBytes(US_ASCII),
        "AKKA".getBytes(US_ASCII),
        frame(ORDINARY_STREAM, 1000, new byte[10]),
        frame(ORDINARY_STREAM, GIB, junk),
        frame(ORDINARY_STREAM, JUNK, junk),
        frame(ORDINARY_STREAM, 3, new byte[3]),
        frame(UNKNOWN_STREAM, JUNK, junk));
  }

  /** Returns a frame of Akka remoting: magic number, stream number, length, content. */
  private static byte[] frame(int stream, int length, byte[] content) {
    return ByteBuffer.allocate(9 + content.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put("AKKA".getBytes(US_ASCII))
        .put((byte) stream)
        .putInt(length)
        .put(content)
        .array();
  }

  /** Connections that send some bytes, and then neither send more nor disconnect until the end. */
  private static final class Outsiders implements AutoCloseable {
    private final List<Socket> sockets = new ArrayList<>();

    void send(HostPort place, byte[] bytes) throws IOException {
      var socket = new Socket(place.host(), place.port());
      sockets.add(socket);
      socket.setSoTimeout(20);
      try {
        socket.getOutputStream().write(bytes);
        assertThat(socket.getInputStream().read()).isEqualTo(-1);
      } catch (SocketTimeoutException noReply) {
        // the member waits for the rest of the frame
      } catch (SocketException refused) {
        // the member has closed the connection
      }
    }

    @Override
    public void close() throws IOException {
      for (var socket : sockets) {
        socket.close();
      }
    }
  }
}
