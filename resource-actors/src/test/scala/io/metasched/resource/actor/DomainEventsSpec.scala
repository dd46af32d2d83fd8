package io.metasched.resource.actor

import scala.jdk.CollectionConverters._

import akka.actor.typed.scaladsl.adapter._
import akka.serialization.{SerializationExtension, SerializerWithStringManifest}
import com.fasterxml.jackson.annotation.JsonSubTypes
import io.metasched.resource.actor.DomainEvent._
import io.metasched.resource.fanout.NodeSlot
import io.metasched.resource.model.{Node, Slot, Span}
import io.metasched.resource.owner._

/** Stored form of the events in a domain's journal. */
final class DomainEventsSpec extends OwnersSpec {

  private val id = new CommandId(3, 44)
  private val span = new Span(1000, 4500)
  private val localJob = new LocalJob(5, 100, 300)
  private val slot = new Slot(new Node(4, 2, 3, 1500, 90, List("gpu").asJava), span, 1234)

  private val nodeEvents: List[NodeEvent] = List(
    new NodeEvent.TimeOpened(9000),
    new NodeEvent.SpanHeld(job, span, List(span).asJava, 7),
    new NodeEvent.HoldReleased(job),
    new NodeEvent.HoldCommitted(job, List(span).asJava),
    new NodeEvent.BookingEnded(job, List(span, new Span(1, 2)).asJava)
  )

  private val changes = List(new NodeChange(boxed(List(4, 7)), 900, 899, nodeEvents.asJava)).asJava
  private val opened =
    new PlanningSessions.SessionOpened(id, 2, List(new NodeVersion(4, 17)).asJava, 1, List(slot).asJava)
  private val book = new NodeSnapshot(
    4,
    17,
    List(span).asJava,
    9000,
    List(new NodeSnapshot.Held(job, span, List(span).asJava, 7)).asJava,
    List(new NodeSnapshot.Booked(other, span)).asJava,
    List(localJob).asJava,
    6
  )

  private val stored: List[CborSerializable] = List(
    new RequestAnswered(new Domain.Done(id), changes),
    new RequestAnswered(new Domain.Refused(id, 4, Refusal.SLOT_TAKEN), changes),
    new RequestAnswered(
      new BatchBooking.WindowsDone(id, List(new WindowRefusal(job, 4, Refusal.SLOT_TAKEN)).asJava),
      changes
    ),
    new SessionOpened(opened, 9000, List(NodeSlot.of(slot)).asJava, changes),
    new SessionClosed(id),
    new Snapshot(
      List(new NodeTimeline.Snapshot(book, 900, 3)).asJava,
      List[Domain.Reply](new Domain.Done(id), opened, new Domain.Rejected(id, Rejection.TOO_OLD)).asJava,
      List(id).asJava,
      List(new OpenedSession(id, List(NodeSlot.of(slot)).asJava)).asJava,
      9000
    )
  )

  "A stored event of a domain" should {

    "be unchanged after CBOR serialization" in {
      val events = stored.collect { case event: DomainEvent => event.getClass.getName }
      events.distinct.sorted shouldBe classOf[DomainEvent].getPermittedSubclasses.map(_.getName).sorted
      for (each <- stored) testKit.serializationTestKit.verifySerialization(each)
    }

    "have a version in its stored form" in {
      val serialization = SerializationExtension(testKit.system.toClassic)
      for (each <- stored) {
        val serializer = serialization.findSerializerFor(each).asInstanceOf[SerializerWithStringManifest]
        val manifest = serializer.manifest(each)
        val version = if (each.isInstanceOf[SessionClosed]) 1 else 2
        withClue(manifest)(manifest should endWith(s"#$version"))
      }
    }

    "be rejected if its version is 1, except the closing of a session" in {
      val serialization = SerializationExtension(testKit.system.toClassic)
      for (each <- stored if !each.isInstanceOf[SessionClosed]) {
        val serializer = serialization.findSerializerFor(each).asInstanceOf[SerializerWithStringManifest]
        val old = serializer.manifest(each).replace("#2", "#1")

        val refused = the[IllegalArgumentException] thrownBy serializer.fromBinary(serializer.toBinary(each), old)
        refused.getMessage shouldBe "events of domains are read from version 2 on, but this has version 1"
      }
    }

    "have a name for each event of a node" in {
      val named = classOf[NodeEvent].getAnnotation(classOf[JsonSubTypes]).value.toList
      named.map(_.value.getName).sorted shouldBe classOf[NodeEvent].getPermittedSubclasses.map(_.getName).sorted
      named.map(_.name).distinct should have size named.size.toLong
      nodeEvents.map(_.getClass.getName).sorted shouldBe named.map(_.value.getName).sorted
    }
  }
}
