package io.metasched.metascheduler.cyclic.actor

import java.lang.reflect.Modifier
import scala.jdk.CollectionConverters._

import akka.actor.typed.scaladsl.adapter._
import akka.serialization.{SerializationExtension, SerializerWithStringManifest}
import com.fasterxml.jackson.annotation.JsonSubTypes
import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.ObjectNode
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper
import io.metasched.metascheduler.cyclic.scheduling.CycleReport
import io.metasched.metascheduler.fixture.JobFixture
import io.metasched.metascheduler.cyclic.flow.{FlowEvent, FlowSnapshot, JobFlow}
import io.metasched.metascheduler.model.{Job, JobRefusal, PostponeReason, RefusalReason}
import io.metasched.metascheduler.cyclic.vo.UserLedger
import io.metasched.resource.actor.{CborSerializable, LocalMessage}
import io.metasched.resource.model.{Criterion, JobId, Requirements, WindowRequest, Work}
import io.metasched.resource.owner.{CommandId, Refusal}

final class MetaschedulerMessagesSpec extends OrganizationSpec {

  private val id = new CommandId(3, 44)
  private val needs = new Requirements(2, List("gpu").asJava)
  private val work = Work.duration(70)
  private val organized =
    Job.of(new JobId(2, 12), 7, 30, 3, work, needs, WindowRequest.NO_LIMIT, 9000, Criterion.ENERGY)
  private val booked = window("n1 price=1.5 power=3 ..##", "n4 perf=2 ..###")
  private val refund = new FlowEvent.Refund(4, 99)
  private val name = organized.id

  private def events: List[FlowEvent] = List(
    new FlowEvent.Deposited(1, 2, 7, 300),
    new FlowEvent.Submitted(2, organized),
    new FlowEvent.Refused(3, -1, name, new JobRefusal(RefusalReason.BUDGET, 36000, 12000)),
    new FlowEvent.Postponed(4, 2, name, PostponeReason.BATCH_FULL, 5),
    new FlowEvent.Reserved(5, name, 44),
    new FlowEvent.Requeued(6, 2, name, 4, Refusal.IN_THE_PAST),
    new FlowEvent.Booked(7, 2, name, booked, 9, true, false),
    new FlowEvent.Moved(8, 3, name, booked),
    new FlowEvent.Withdrawn(9, name, List(refund).asJava),
    new FlowEvent.Finished(10, name, true, List(refund, refund).asJava)
  )

  private def commands: List[AnyRef] = {
    val (user, clock) =
      (testKit.createTestProbe[Metascheduler.UserReply]().ref, testKit.createTestProbe[Metascheduler.Reply]().ref)
    List(
      new Metascheduler.Join(id, 7, testKit.createTestProbe[VoUser.Command]().ref, user),
      new Metascheduler.Submit(id, organized, 30, 2, user),
      new Metascheduler.Withdraw(id, name, 30, user),
      new Metascheduler.Paid(id, 7, 2, 300),
      new Metascheduler.Stated(id, 7, new UserLedger.Statement(3, 2, 1)),
      new Metascheduler.Missed(id, 7, 3),
      new Metascheduler.BeginCycle(id, 2, 30, clock),
      new Metascheduler.BookPlan(id, 30, clock),
      new Metascheduler.MoveJobs(id, 3, 30, clock),
      new Metascheduler.AdvanceJobs(
        id,
        List[JobChange](
          new JobChange.Submitted(organized, 29, 1),
          new JobChange.Started(name, 30),
          new JobChange.Ended(name, true, List(refund).asJava, 31)
        ).asJava,
        clock
      ),
      new Metascheduler.Close(id, 5, clock),
      new Metascheduler.QueryHistory(id, 4, 5, clock)
    )
  }

  private def userReplies: List[AnyRef] = List(
    new Metascheduler.Joined(id),
    new Metascheduler.Accepted(id, name),
    new Metascheduler.Refused(id, name, RefusalReason.DEADLINE),
    new Metascheduler.Withdrawn(id, name),
    new Metascheduler.TooLate(id, name),
    new Metascheduler.NotTaken(id, Metascheduler.Rejection.UNKNOWN_USER)
  )

  private def replies: List[AnyRef] = List(
    new Metascheduler.CycleBegun(id, true, false, 5, java.util.List.of()),
    new Metascheduler.JobsBooked(id, List(new Booking(name, booked)).asJava),
    new Metascheduler.Done(id, 5, List(name).asJava),
    new Metascheduler.PlanReady(id, events.asJava),
    new Metascheduler.Closed(
      id,
      events.asJava,
      true,
      List(new CycleReport(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)).asJava,
      new Metascheduler.Questions(11, 12)
    ),
    new Metascheduler.HistoryPage(id, events.asJava, true),
    new Metascheduler.Rejected(id, Metascheduler.Rejection.CYCLE_OPEN),
    new Metascheduler.Failed(id, Metascheduler.Failure.USER_LOST, "no answer")
  )

  private def usersCommands: List[AnyRef] = {
    val (to, metascheduler) =
      (testKit.createTestProbe[VoUser.Reply]().ref, testKit.createTestProbe[Metascheduler.Command]().ref)
    List(
      new VoUser.Join(id, to),
      new VoUser.SubmitJob(id, organized, 30, 2, to),
      new VoUser.WithdrawJob(id, name, 30, to),
      new VoUser.PayIn(id, 2, metascheduler),
      new VoUser.StateAccount(id, 5, metascheduler),
      new VoUser.News(4, notices.asJava)
    )
  }

  private def notices: List[VoUser.Notice] = List(
    new VoUser.Received(2, 300),
    new VoUser.Planned(name, 2, booked),
    new VoUser.Moved(name, booked),
    new VoUser.Requeued(name, 2, 4, Refusal.SLOT_TAKEN),
    new VoUser.Finished(name, true, 99),
    new VoUser.PaidBack(name, 99),
    new VoUser.Refused(name, RefusalReason.NO_WINDOW)
  )

  private val counts = new MetaschedulerEvent.Counts(1, 2, 3, 4, 5)
  private val report = new CycleReport(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
  private val cycle = new MetaschedulerEvent.Opened(2, 30, 7, List(name).asJava)
  private lazy val joined = new MetaschedulerEvent.UserJoined(7, testKit.createTestProbe[VoUser.Command]().ref)

  /** Returns the state of a flow in which one job is booked, one waits and one is done. */
  private def flow: FlowSnapshot = {
    val flow = new JobFlow(true)
    val waiting = JobFixture.job(13).build
    val done = JobFixture.job(14).build
    for (job <- List(organized, waiting, done)) flow.record(new FlowEvent.Submitted(2, job))
    flow.record(new FlowEvent.Reserved(5, name, booked.costMilli))
    flow.record(new FlowEvent.Booked(7, 2, name, booked, 9, true, false))
    flow.record(new FlowEvent.Refused(8, -1, done.id, new JobRefusal(RefusalReason.BUDGET, 36000, 12000)))
    flow.forgetDoneJobs()
    flow.snapshot
  }

  private def snapshot: MetaschedulerEvent.Snapshot = new MetaschedulerEvent.Snapshot(
    flow,
    report,
    cycle,
    counts,
    List(joined).asJava,
    List(new MetaschedulerEvent.Notified(7, 3)).asJava,
    new MetaschedulerEvent.RememberedReplies(
      List[Metascheduler.UserReply](new Metascheduler.TooLate(id, name)).asJava,
      List(id).asJava,
      List[Metascheduler.Reply](new Metascheduler.Done(id, 5, List(name).asJava)).asJava,
      List(id).asJava
    )
  )

  /** Returns the events of each kind of answer. */
  private def written: List[MetaschedulerEvent] = {
    val toUsers = List(classOf[Metascheduler.Joined], classOf[Metascheduler.NotTaken])
    val toClock = List(
      classOf[Metascheduler.Closed],
      classOf[Metascheduler.HistoryPage],
      classOf[Metascheduler.PlanReady],
      classOf[Metascheduler.Rejected],
      classOf[Metascheduler.Failed]
    )
    joined ::
      userReplies
        .collect { case reply: Metascheduler.UserReply if !toUsers.contains(reply.getClass) => reply }
        .map(new MetaschedulerEvent.Concluded(_, null, events.asJava, null, null, counts)) :::
      replies
        .collect { case reply: Metascheduler.Reply if !toClock.contains(reply.getClass) => reply }
        .map(new MetaschedulerEvent.Concluded(null, _, events.asJava, report, cycle, counts))
  }

  private def usersReplies: List[AnyRef] = List(
    new VoUser.Joined(id),
    new VoUser.Submitted(id, name, true),
    new VoUser.Withdrawn(id, name, false),
    new VoUser.Rejected(id, Metascheduler.Rejection.TOO_OLD)
  )

  "Each message that may leave the JVM" should {
    for (
      (family, examples) <- List[(Class[_], () => List[AnyRef])](
        classOf[Metascheduler.Command] -> (() => commands),
        classOf[Metascheduler.UserReply] -> (() => userReplies),
        classOf[Metascheduler.Reply] -> (() => replies),
        classOf[VoUser.Command] -> (() => usersCommands),
        classOf[VoUser.Reply] -> (() => usersReplies)
      )
    )
      s"be unchanged after CBOR serialization: ${family.getName.split('.').last}" in {
        examples().map(_.getClass.getName).sorted shouldBe leaving(family).map(_.getName).sorted
        val serialization = SerializationExtension(testKit.system.toClassic)
        for (example <- examples()) {
          serialization.findSerializerFor(example).getClass.getSimpleName shouldBe "JacksonCborSerializer"
          testKit.serializationTestKit.verifySerialization(example)
        }
      }

    "be unchanged after CBOR serialization: notices, one by one" in {
      notices.map(_.getClass.getName).sorted shouldBe all(classOf[VoUser.Notice]).map(_.getName).sorted
      for (notice <- notices) testKit.serializationTestKit.verifySerialization(new VoUser.News(1, List(notice).asJava))
    }

    "be public, and no other message may be public" in {
      for (family <- List(classOf[Metascheduler.Command], classOf[VoUser.Command]); message <- all(family))
        withClue(message)(Modifier.isPublic(message.getModifiers) shouldBe (leaves(message) || isLocal(message)))
    }
  }

  "A stored event" should {
    "be unchanged after CBOR serialization" in {
      written.map(_.getClass.getName).distinct.sorted shouldBe all(classOf[MetaschedulerEvent]).map(_.getName).sorted
      for (each <- snapshot :: written) testKit.serializationTestKit.verifySerialization(each)
    }

    "have a version in its stored form" in {
      written.map(manifest).distinct.sorted shouldBe
        List("Concluded#3", "UserJoined#3").map(classOf[MetaschedulerEvent].getName + "$" + _)
      manifest(snapshot) should endWith("Snapshot#1")
    }

    "be read if version 1 of the event was stored" in {
      val events = "io.metasched.metascheduler.actor.MetaschedulerEvent"
      val concluded = written.last
      val former = tree(concluded).asInstanceOf[ObjectNode]
      former.set[JsonNode]("toKeeper", former.remove("toClock"))

      former.path("toKeeper").path("reply").asText shouldBe "done"
      read(former, s"$events$$Concluded") shouldBe concluded
      read(tree(joined), s"$events$$Came") shouldBe joined
      read(tree(concluded), s"$events$$Concluded#2") shouldBe concluded
      read(tree(joined), s"$events$$UserJoined#2") shouldBe joined
      read(tree(snapshot), s"$events$$Snapshot#1") shouldBe snapshot
    }

    "be read if the reply to submitted jobs was stored under its old name" in {
      val former = tree(written.last).asInstanceOf[ObjectNode]
      val reply = former.path("toClock").asInstanceOf[ObjectNode]
      reply.remove("done")
      reply.put("reply", "jobs-submitted")

      replyOf(former) shouldBe new Metascheduler.Done(id, 0, List(name).asJava)
    }

    "be read if the reply to changed jobs was stored without refused jobs" in {
      val former = tree(written.last).asInstanceOf[ObjectNode]
      former.path("toClock").asInstanceOf[ObjectNode].remove("refused")

      replyOf(former) shouldBe new Metascheduler.Done(id, 5, List.empty[JobId].asJava)
    }

    "not be read if its version is later" in {
      an[Exception] should be thrownBy read(tree(joined), classOf[MetaschedulerEvent.UserJoined].getName + "#4")
    }

    "keep its name in journals" in {
      val stored = written.map(tree)

      names(stored.map(_.path("toUser")), "reply") shouldBe List("accepted", "refused", "withdrawn", "too-late")
      names(stored.map(_.path("toClock")), "reply") shouldBe
        List("cycle-begun", "jobs-booked", "done")
      names(stored.last.path("events").asScala, "event") shouldBe List(
        "deposited",
        "submitted",
        "refused",
        "postponed",
        "reserved",
        "requeued",
        "booked",
        "moved",
        "withdrawn",
        "finished"
      )
    }
  }

  "Each notice" should {
    "have a name in messages" in {
      val types = tree(new VoUser.News(1, notices.asJava)).path("notices").asScala.toList

      names(types, "notice") shouldBe
        List("received", "planned", "moved", "requeued", "finished", "paid-back", "refused")
    }
  }

  "Each flow event" should {
    "have a name in messages, and an example in this spec" in {
      val named = classOf[FlowEvent].getAnnotation(classOf[JsonSubTypes]).value.toList

      named.map(_.value.getName).sorted shouldBe all(classOf[FlowEvent]).map(_.getName).sorted
      named.map(_.name).distinct should have size named.size.toLong
      events.map(_.getClass.getName).sorted shouldBe named.map(_.value.getName).sorted
    }
  }

  "Each actor" should {
    "have a handler for each command" in {
      for (
        (actor, family) <- List[(Class[_], Class[_])](
          classOf[BookingCoordinator] -> classOf[BookingCoordinator.Command],
          classOf[CycleSession] -> classOf[CycleSession.Command],
          classOf[VoUser] -> classOf[VoUser.Command]
        )
      ) {
        val handlers = actor.getDeclaredMethods.map(_.getName).toSet
        all(family).map("on" + _.getSimpleName).filterNot(handlers) shouldBe empty
      }
    }
  }

  /** Returns the serialized form of a message as a tree. */
  private def tree(message: AnyRef): JsonNode =
    new CBORMapper().readTree(SerializationExtension(testKit.system.toClassic).serialize(message).get)

  private def serializer(message: AnyRef): SerializerWithStringManifest =
    SerializationExtension(testKit.system.toClassic)
      .findSerializerFor(message)
      .asInstanceOf[SerializerWithStringManifest]

  private def manifest(message: AnyRef): String = serializer(message).manifest(message)

  /** Returns the object read from a stored form. */
  private def read(stored: JsonNode, manifest: String): AnyRef =
    SerializationExtension(testKit.system.toClassic)
      .deserialize(new CBORMapper().writeValueAsBytes(stored), serializer(joined).identifier, manifest)
      .get

  private def replyOf(concluded: JsonNode): Metascheduler.Reply =
    read(concluded, manifest(written.last)).asInstanceOf[MetaschedulerEvent.Concluded].toClock

  private def names(objects: Iterable[JsonNode], property: String): List[String] =
    objects.filter(_.isObject).map(_.path(property).asText).toList

  private def leaving(family: Class[_]): List[Class[_]] = all(family).filter(leaves)

  private def leaves(message: Class[_]): Boolean =
    classOf[CborSerializable].isAssignableFrom(message) && !isLocal(message)

  /** Returns whether the message is sent only within a JVM. */
  private def isLocal(message: Class[_]): Boolean = classOf[LocalMessage].isAssignableFrom(message)

  /** Returns the messages of a sealed interface and of its subinterfaces. */
  private def all(family: Class[_]): List[Class[_]] =
    if (family.isInterface) family.getPermittedSubclasses.toList.flatMap(all) else List(family)
}
