package io.metasched.resource.actor

import java.lang.reflect.Modifier
import scala.concurrent.duration.Duration
import scala.jdk.CollectionConverters._
import scala.util.{Success, Try}

import akka.actor.UnhandledMessage
import akka.actor.typed.scaladsl.adapter._
import akka.serialization.{SerializationExtension, SerializerWithStringManifest}
import com.fasterxml.jackson.databind.node.ArrayNode
import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.fasterxml.jackson.dataformat.cbor.CBORFactory
import io.metasched.resource.fanout.{SlotQueryResult, Change, NodeSlot, SlotQuery}
import io.metasched.resource.model.{Criterion, JobId, Node, Requirements, Slot, Span, WindowRequest, Work}
import io.metasched.resource.owner.{CommandId, LocalJob, LocalPlan, LocalRun, NodeReport, Refusal}
import io.metasched.resource.pricing.ListPricing

final class DomainMessagesSpec extends OwnersSpec {

  private val id = new CommandId(3, 44)
  private val session = new CommandId(3, 41)
  private val span = new Span(1000, 4500)
  private val organized = new JobId(2, 12)
  private val node = new Node(4, 2, 3, 1500, 90, List("gpu", "ib").asJava)
  private val slot = new Slot(node, span, 1234)
  private val request =
    new WindowRequest(3, Work.volume(99), 1000, new Requirements(2, List("gpu").asJava), 500, 600, 10, 9000)
  private val changes = List(new Change(Change.Kind.TAKEN, slot), new Change(Change.Kind.GIVEN_BACK, slot)).asJava
  private val question = new SlotQuery(request, Criterion.ENERGY, 4, false, changes)
  private val answer =
    new SlotQueryResult(
      List(
        new NodeSlot(7, new Span(0, 4000), 77),
        NodeSlot.of(slot),
        new NodeSlot(12, span, 1L << 40),
        new NodeSlot(3, new Span(1L << 50, (1L << 50) + 1), 0)
      ).asJava,
      false,
      1L << 60
    )
  private val held = List(new HeldPart(4, span, 17)).asJava
  private val localJob = new LocalJob(5, 100, 300)
  private val runs = List(new LocalRun(localJob, new Span(1000, 1300), true)).asJava
  private val waiting = List(localJob).asJava
  private val four = boxed(List(4))
  private val five = boxed(List(5, 6))

  private def commands: List[AnyRef] = {
    val to = testKit.createTestProbe[Domain.Reply]().ref
    List(
      new PlanningSessions.OpenSession(id, span, 900, to),
      new PlanningSessions.Search(id, session, question, to),
      new PlanningSessions.CloseSession(session),
      new OwnerOffers.OfferWithoutJobs(id, span, 900, to),
      new JobBooking.Hold(id, organized, held, 900, 1000, to),
      new JobBooking.Commit(id, organized, four, five, 900, to),
      new JobBooking.Release(id, organized, four, 900, to),
      new JobBooking.Rebook(id, organized, held, five, 900, to),
      new BatchBooking.HoldWindows(
        id,
        List(new WindowParts(organized, held), new WindowParts(job, held)).asJava,
        9,
        10,
        to
      ),
      new BatchBooking.SettleWindows(id, windows(organized -> four), windows(job -> five), 900, to),
      new JobBooking.End(id, organized, five, 900, to),
      new BatchBooking.EndParts(id, List(new EndedPart(organized, 4, 900), new EndedPart(job, 4, 950)).asJava, to),
      new LocalReports.Report(id, four, 900, true, to)
    )
  }

  private def replies: List[AnyRef] = List(
    new PlanningSessions.SessionOpened(id, 2, List(new NodeVersion(4, 17)).asJava, 1, List(slot).asJava),
    new PlanningSessions.Found(id, new SlotQueryResult(List(NodeSlot.of(slot)).asJava, true, 9)),
    new OwnerOffers.Offered(id, List(slot).asJava),
    new Domain.Done(id),
    new Domain.Refused(id, 4, Refusal.OWNER_LOST),
    new BatchBooking.WindowsDone(id, List(new WindowRefusal(organized, 4, Refusal.SLOT_TAKEN)).asJava),
    new Domain.Rejected(id, Rejection.TOO_MANY_SESSIONS),
    new LocalReports.Reported(id, List(new NodeReport(4, runs, waiting)).asJava),
    new CommandBatcher.ReplyBatch(
      List[Domain.Reply](
        new PlanningSessions.SessionOpened(id, 2, List(new NodeVersion(4, 17)).asJava, 1, List(slot).asJava),
        new PlanningSessions.Found(session, answer),
        new BatchBooking.WindowsDone(session, List(new WindowRefusal(organized, 4, Refusal.SLOT_TAKEN)).asJava),
        new Domain.Rejected(id, Rejection.UNKNOWN_SESSION)
      ).asJava
    )
  )

  private def windows(nodes: (JobId, java.util.List[Integer])*) =
    nodes.map { case (job, on) => new WindowNodes(job, on) }.asJava

  private def ownerCommands: List[AnyRef] = {
    val to = testKit.createTestProbe[NodeOwner.Reply]().ref
    List(
      new NodeOwner.Offer(id, span, 900, to),
      new NodeOwner.OfferWithoutJobs(id, span, 900, to),
      new NodeOwner.Hold(id, organized, span, 17, 900, 1000, to),
      new NodeOwner.Commit(id, organized, 900, to),
      new NodeOwner.Release(id, organized, 900, to),
      new NodeOwner.Rebook(id, organized, span, 17, 900, to),
      new NodeOwner.End(id, organized, 900, false, to),
      new NodeOwner.Report(id, 900, true, to)
    )
  }

  private def ownerReplies: List[AnyRef] = List(
    new NodeOwner.Offered(id, 4, 17, 1200, List(slot).asJava),
    new NodeOwner.Done(id, 4),
    new NodeOwner.Refused(id, 4, Refusal.SLOT_TAKEN),
    new NodeOwner.Rejected(id, 4, Rejection.TOO_OLD),
    new NodeOwner.Reported(id, 4, runs, waiting)
  )

  "Each message" should {
    for (
      (family, examples) <- List[(Class[_], () => List[AnyRef])](
        classOf[Domain.Command] -> (() => commands),
        classOf[Domain.Reply] -> (() => replies),
        classOf[NodeOwner.Command] -> (() => ownerCommands),
        classOf[NodeOwner.Reply] -> (() => ownerReplies)
      )
    )
      s"be unchanged after CBOR serialization: ${family.getName.split('.').last}" in {
        examples().map(_.getClass.getName).sorted shouldBe published(family).map(_.getName).sorted
        val serialization = SerializationExtension(testKit.system.toClassic)
        for (example <- examples()) {
          serialization.findSerializerFor(example).getClass.getSimpleName shouldBe "JacksonCborSerializer"
          testKit.serializationTestKit.verifySerialization(example)
        }
      }
  }

  "A message" should {

    "omit the names of values in frequent records" in {
      val serialization = SerializationExtension(testKit.system.toClassic)
      val offered = new OwnerOffers.Offered(id, List(slot).asJava)
      val bytes = serialization.serialize(offered).get

      new ObjectMapper(new CBORFactory).readTree(bytes).path("slots").path(0).isArray shouldBe true
    }

    "contain four numbers for each slot of an answer, and no other data of its node" in {
      val serialization = SerializationExtension(testKit.system.toClassic)
      val bytes = serialization.serialize(new PlanningSessions.Found(id, answer)).get

      new ObjectMapper(new CBORFactory).readTree(bytes).path("answer").size shouldBe 2 + 4 * answer.slots.size
    }

    "be unchanged if an answer has no slots, or slots in any order" in {
      for (slots <- List(List.empty[NodeSlot].asJava, answer.slots.asScala.reverse.asJava))
        testKit.serializationTestKit.verifySerialization(
          new PlanningSessions.Found(id, new SlotQueryResult(slots, true, 0))
        )
    }

    "not be read if values of a slot or a version are missing, too many or of another kind" in {
      val opened = new PlanningSessions.SessionOpened(id, 2, List(new NodeVersion(4, 17)).asJava, 1, List(slot).asJava)
      def read(change: JsonNode => Any) = readChanged(opened, change)
      def values(tree: JsonNode, name: String) = tree.path(name).path(0).asInstanceOf[ArrayNode]

      read(tree => tree) shouldBe Success(opened)
      for (
        change <- List[JsonNode => Any](
          tree => values(tree, "versions").remove(1),
          tree => values(tree, "versions").add(3),
          tree => values(tree, "versions").set(0, "4"),
          tree => values(tree, "versions").set(0, 1L << 40),
          tree => tree.path("versions").asInstanceOf[ArrayNode].set(0, 4),
          tree => values(tree, "list").remove(0),
          tree => values(tree, "list").set(2, "cheap"),
          tree => values(tree, "list").add(3),
          tree => values(tree, "list").set(0, 9999) // the slot would end before it starts
        )
      ) withClue(s"${read(change)}: ")(read(change).isFailure shouldBe true)
    }

    "not be read if values of an answer are missing, too many or of another kind" in {
      val found = new PlanningSessions.Found(id, answer)
      def read(change: ArrayNode => Any) =
        readChanged(found, tree => change(tree.path("answer").asInstanceOf[ArrayNode]))

      read(values => values) shouldBe Success(found)
      for (
        change <- List[ArrayNode => Any](
          values => values.removeAll(),
          values => values.remove(0),
          values => values.set(0, 1),
          values => values.remove(1),
          values => values.remove(values.size - 1),
          values => values.add(1),
          values => values.add("more"),
          values => values.set(2, -1), // the first slot would start before all time
          values => values.set(3, 0), // and it would be empty
          values => values.set(7, Long.MaxValue), // the second slot would end after all time
          values => values.set(14, Long.MaxValue), // or the last slot would start after all time
          values => values.set(4, 1L << 40),
          values => values.set(5, "cheap")
        )
      ) withClue(s"${read(change)}: ")(read(change).isFailure shouldBe true)
    }

    "not be created from invalid values" in {
      val to = testKit.createTestProbe[Domain.Reply]().ref
      val nothing = List.empty[HeldPart].asJava
      val twice = List(new HeldPart(4, span, 1), new HeldPart(4, span, 1)).asJava

      for (
        wrong <- List[() => Any](
          () => new CommandId(0, -1),
          () => new PlanningSessions.OpenSession(id, span, -1, to),
          () => new OwnerOffers.OfferWithoutJobs(id, span, -1, to),
          () => new JobBooking.Hold(id, job, nothing, 0, 1, to),
          () => new JobBooking.Hold(id, job, twice, 0, 1, to),
          () => new JobBooking.Hold(id, job, held, -1, 1, to),
          () => new JobBooking.Hold(id, job, held, 5, 5, to),
          () => new JobBooking.Commit(id, job, boxed(Nil), boxed(Nil), 0, to),
          () => new JobBooking.Commit(id, job, four, four, 0, to),
          () => new JobBooking.Commit(id, job, four, five, -1, to),
          () => new JobBooking.Release(id, job, boxed(Nil), 0, to),
          () => new JobBooking.Rebook(id, job, nothing, four, 0, to),
          () => new JobBooking.Rebook(id, job, held, four, 0, to),
          () => new WindowParts(job, nothing),
          () => new WindowParts(job, twice),
          () => new WindowNodes(job, boxed(Nil)),
          () => new WindowNodes(job, boxed(List(4, 4))),
          () => new BatchBooking.HoldWindows(id, List.empty[WindowParts].asJava, 0, 1, to),
          () => new BatchBooking.HoldWindows(id, List.fill(2)(new WindowParts(job, held)).asJava, 0, 1, to),
          () => new BatchBooking.HoldWindows(id, List(new WindowParts(job, held)).asJava, 5, 5, to),
          () => new BatchBooking.SettleWindows(id, windows(), windows(), 0, to),
          () => new BatchBooking.SettleWindows(id, windows(job -> four), windows(job -> five), 0, to),
          () => new BatchBooking.SettleWindows(id, windows(job -> four), windows(), -1, to),
          () => new JobBooking.End(id, job, boxed(List(4, 4)), 0, to),
          () => new BatchBooking.EndParts(id, List.empty[EndedPart].asJava, to),
          () => new EndedPart(job, 4, -1),
          () => new LocalReports.Report(id, four, -1, true, to),
          () => new LocalReports.Report(id, boxed(Nil), 0, true, to),
          () => new CommandBatcher.ReplyBatch(List.empty[Domain.Reply].asJava),
          () => new PlanningSessions.Search(id, session, new SlotQuery(request, Criterion.COST, -1, true, changes), to),
          () =>
            new PlanningSessions.Search(
              id,
              session,
              new SlotQuery(request, Criterion.COST, Int.MaxValue, true, changes),
              to
            )
        )
      ) an[IllegalArgumentException] should be thrownBy wrong()
    }
  }

  "Each actor" should {
    "have a handler for each command" in {
      val unhandled = testKit.createTestProbe[UnhandledMessage]()
      testKit.system.toClassic.eventStream.subscribe(unhandled.ref.toClassic, classOf[UnhandledMessage])
      val site = domain("n4 ##########")
      val owner = testKit.spawn(NodeOwner.create(node, new ListPricing, LocalPlan.none(1000), 9))
      val issuer = testKit.createTestProbe[NodeOwner.Reply]()

      commands.collect { case command: Domain.Command => command }.foreach(site ! _)
      new Issuer().expectsNothingFrom(site)
      ownerCommands.collect { case command: NodeOwner.Command => command }.foreach(owner ! _)
      owner ! new NodeOwner.Release(new CommandId(7, 1), job, 900, issuer.ref)
      issuer.receiveMessage()

      unhandled.expectNoMessage(Duration.Zero)
    }
  }

  /** Reads a message after the change is applied to its serialized form. */
  private def readChanged(message: AnyRef, change: JsonNode => Any): Try[AnyRef] = {
    val serialization = SerializationExtension(testKit.system.toClassic)
    val serializer = serialization.findSerializerFor(message).asInstanceOf[SerializerWithStringManifest]
    val mapper = new ObjectMapper(new CBORFactory)
    val tree = mapper.readTree(serializer.toBinary(message))
    change(tree)
    Try(serializer.fromBinary(mapper.writeValueAsBytes(tree), serializer.manifest(message)))
  }

  /** Returns the messages of a protocol that other actors, including those in other JVMs, send. */
  private def published(family: Class[_]): List[Class[_]] =
    kinds(family)
      .filter(message => Modifier.isPublic(message.getModifiers))
      .filterNot(classOf[LocalMessage].isAssignableFrom)

  private def kinds(family: Class[_]): List[Class[_]] =
    family.getPermittedSubclasses.toList.flatMap(kind => if (kind.isInterface) kinds(kind) else List(kind)).distinct
}
