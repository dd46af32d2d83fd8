package io.metasched.resource.provider.actor;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.javadsl.Adapter;
import akka.serialization.SerializationExtension;
import akka.serialization.SerializerWithStringManifest;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import io.metasched.resource.provider.BatchJob;
import io.metasched.resource.provider.ProviderSnapshot;
import io.metasched.resource.provider.Reservation;
import io.metasched.resource.provider.ReservationRequest;
import io.metasched.resource.provider.RunningJob;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Snapshots of a provider in the stored form that did not mark the running reservations. */
final class ProviderSnapshotFormTest {
  private static final ActorTestKit testKit = ActorTestKit.create();

  @AfterAll
  static void shutDown() {
    testKit.shutdownTestKit();
  }

  private static ProviderEvent.Snapshot snapshot(List<Reservation> begun) {
    var running = new RunningJob(new BatchJob(4, 2, 1, 6), 2);
    var book = new ProviderSnapshot(List.of(), List.of(running), List.of(), begun);
    return new ProviderEvent.Snapshot(3, book, List.of(), List.of());
  }

  @Test
  void oneWithoutThemIsReadAndItsReservationsThatRunCountAsJobs() throws IOException {
    var begun = new Reservation(new ReservationRequest(4, 2, 8, 1, 6), 2);
    var now = snapshot(List.of(begun));
    var serialization = SerializationExtension.get(Adapter.toClassic(testKit.system()));
    var serializer = (SerializerWithStringManifest) serialization.findSerializerFor(now);
    var cbor = new ObjectMapper(new CBORFactory());
    var stored = (ObjectNode) cbor.readTree(serializer.toBinary(now));
    assertThat(((ObjectNode) stored.get("book")).remove("begun")).hasSize(1);

    var read = serializer.fromBinary(cbor.writeValueAsBytes(stored), serializer.manifest(now));

    assertThat(read).isEqualTo(snapshot(List.of()));
    assertThat(serializer.manifest(now)).endsWith("#1");
  }
}
