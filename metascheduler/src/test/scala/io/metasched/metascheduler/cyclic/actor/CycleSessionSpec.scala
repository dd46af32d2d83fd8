package io.metasched.metascheduler.cyclic.actor

import java.util.concurrent.{CompletableFuture, ExecutionException}
import java.util.concurrent.TimeUnit.SECONDS
import java.util.concurrent.atomic.LongAdder
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._

import akka.actor.DeadLetter
import akka.actor.testkit.typed.scaladsl.TestProbe
import akka.actor.typed.ActorRef
import io.metasched.metascheduler.cyclic.actor.CycleSession._
import io.metasched.resource.actor.{CommandBatcher, Domain, NodeVersion, PlanningSessions, Rejection}
import io.metasched.resource.fanout.{SlotQueryResult, DomainLink, NodeSlot}
import io.metasched.resource.fixture.Pictures
import io.metasched.resource.model.Slot
import io.metasched.resource.owner.{CommandId, Refusal}

final class CycleSessionSpec extends OrganizationSpec {

  // the answer of a domain after the end of the session
  override protected def mayBeLost(addressed: DeadLetter): Boolean = addressed.message.isInstanceOf[Domain.Reply]

  "A session" should {

    "break, and close at all domains, when a domain does not open it" in {
      for (no <- List[CommandId => Domain.Reply](new Domain.Refused(_, 2, Refusal.OWNER_LOST), rejected)) {
        val session = new Opening
        session.opens(0, List(0L, 1L))
        session.answers(1)(no)

        session.events.expectMessageType[Broken].why should include("did not open a session")
        session.isOver()
        session.closedAt(0, 1)
      }
    }

    "break, and close at all domains, when a domain does not reply" in {
      val session = new Opening
      session.opens(0, List(0L, 1L))
      session.asked(1)

      theDeadlinePasses()

      session.events.expectMessage(new Broken(first, "no answer from domains [1]"))
      session.isOver()
      session.closedAt(0, 1)
    }

    "not break while other domains answer" in {
      val session = new Opening
      val late = session.asked(1)
      wallClock.timePasses(deadline.toSeconds.seconds)
      session.opens(0, List(0L, 1L))

      wallClock.timePasses(deadline.toSeconds.seconds)
      val versions = List(new NodeVersion(2, 2)).asJava
      late.replyTo ! new PlanningSessions.SessionOpened(late.id, 1, versions, 2, List.empty[Slot].asJava)

      session.events.expectMessageType[Opened]
    }

    "not break at the deadline when all domains have answered" in {
      val session = new Opening().opened()

      theDeadlinePasses()

      val answers = session.asks(0)
      session.finds(0, "n0 ##")
      answers.get.asScala should have size 1
    }

    "fail requests when a domain answers incorrectly" in {
      val session = new Opening().opened()
      val answers = session.asks(0, 1)
      session.finds(0, "n0 ##")
      session.searched(1)(rejected)

      failure(answers) should include("a domain did not answer a search")

      val again = session.asks(0)
      session.finds(0, "n0 ##")
      again.get.asScala should have size 1
    }

    "break when a domain does not reply to a query" in {
      val session = new Opening().opened()
      val answers = session.asks(0, 1)
      session.finds(0, "n0 ##")
      session.probe(1).expectMessageType[PlanningSessions.Search]

      theDeadlinePasses()

      failure(answers) shouldBe "no answer from domains [1]"
      session.events.expectMessageType[Broken]
      session.isOver()
      session.closedAt(0, 1)
    }

    "fail requests when it is stopped, and report its end" in {
      val session = new Opening().opened()
      val answers = session.asks(0)
      session.probe(0).expectMessageType[PlanningSessions.Search]

      testKit.stop(session.ref)

      failure(answers) shouldBe "the session has ended"
      session.over.isDone shouldBe true
      session.closedAt(0, 1)
    }

    "close at all domains when it is stopped before it is open" in {
      val session = new Opening
      session.asked(0)
      session.asked(1)

      testKit.stop(session.ref)

      session.closedAt(0, 1)
    }

    "accept no question after its end, and ignore a second closing" in {
      val session = new Opening().opened()
      val unanswered = session.asks(0)
      session.probe(0).expectMessageType[PlanningSessions.Search]

      for (_ <- 1 to 2) session.ref ! new Close(first)

      failure(unanswered) shouldBe "the session has ended"
      session.isOver()
      session.closedAt(0, 1)
      failure(session.asks(0)) shouldBe "the session has ended"
      session.getsNothing()
    }

    "stop after all messages that were sent before" in {
      val session = new Opening().opened()

      session.ref ! new Close(first)
      session.ref ! new Stop

      session.closedAt(0, 1)
      testKit.createTestProbe[Any]().expectTerminated(session.ref)
    }

    "be opened again, and ignore replies to the previous session" in {
      val session = new Opening
      val late = session.asked(0)
      session.asked(1)
      session.ref ! new Close(first)
      session.closedAt(0, 1)

      session.ref ! new Open(second, horizon, 40, new CompletableFuture[Void])
      late.replyTo ! new Domain.Refused(late.id, 0, Refusal.OWNER_LOST)
      session.ref ! new Close(first)
      session.opens(0, List(0L, 1L))
      session.opens(1, List(2L))

      session.events.expectMessageType[Opened].session shouldBe second
      failure(session.asks(0)) shouldBe "the session has ended"
      val answers = session.asksIn(second, 0)
      session.finds(0, "n0 ##")
      answers.get.asScala should have size 1
    }

    "be opened again after it has broken" in {
      val session = new Opening
      session.answers(0)(rejected)
      session.opens(1, List(2L))
      session.events.expectMessageType[Broken]
      session.closedAt(0, 1)

      session.ref ! new Open(second, horizon, 40, new CompletableFuture[Void])
      session.opens(0, List(0L, 1L))
      session.opens(1, List(2L))

      session.events.expectMessageType[Opened].session shouldBe second
    }

    "close the previous session before another one is opened" in {
      val session = new Opening().opened()

      session.ref ! new Open(second, horizon, 40, new CompletableFuture[Void])

      session.isOver()
      session.closedAt(0, 1)
    }

    "refuse a second question while the first one is in flight, and answer the first one" in {
      val session = new Opening().opened()
      val one = session.asks(0)
      val two = session.asks(1)

      failure(two) should include("one query at a time")
      session.finds(0, "n0 ##")
      one.get.asScala should have size 1
    }

    "open with all domains, and report the versions by node" in {
      val session = new Opening
      session.opens(1, List(17L))
      session.opens(0, List(5L, 6L))

      session.events.expectMessage(new Opened(first, List(5L, 6L, 17L).map(Long.box).asJava, 5, untold))
    }

    "fail if a domain does not report the versions of all its nodes" in {
      val session = new Opening
      session.opens(1, List(17L))
      session.opens(0, List(5L))

      session.events.expectMessageType[Broken].why should include("node 1")
    }

    "report the lists of the domains that report all their slots" in {
      val session = new Opening
      val few = Pictures.slots("n2 ##")
      session.answers(1)(new PlanningSessions.SessionOpened(_, 1, List(new NodeVersion(2, 17)).asJava, 1, few))
      session.opens(0, List(5L, 6L))

      val opened = session.events.expectMessageType[Opened]
      opened.slots shouldBe 4
      opened.lists.asScala shouldBe Map(Int.box(1) -> few)
    }

    "ask only the named domains, and answer in the order of the questions" in {
      val session = new Opening().opened()
      val both = session.asks(1, 0)
      session.finds(0, "n0 ##")
      session.finds(1, "n2 .#")
      slots(both) shouldBe List(listed("n2 .#"), listed("n0 ##"))

      val one = session.asks(1)
      session.finds(1, "n2 #.")
      slots(one) shouldBe List(listed("n2 #."))
      session.getsNothing()
    }

    "ignore repeated and unexpected answers" in {
      val session = new Opening
      val opening = session.asked(0)
      val reply =
        new PlanningSessions.SessionOpened(
          opening.id,
          0,
          List(new NodeVersion(0, 1), new NodeVersion(1, 1)).asJava,
          3,
          List.empty[Slot].asJava
        )
      for (_ <- 1 to 2) opening.replyTo ! reply
      opening.replyTo ! new Domain.Done(new CommandId(77, 7))
      session.events.expectNoMessage(50.millis)
      session.opens(1, List(17L))

      session.events.expectMessageType[Opened].slots shouldBe 5
    }

    "accept several answers in one message, and ignore the unexpected ones" in {
      val session = new Opening
      val (some, other) = (session.asked(0), session.asked(1))
      def opened(id: CommandId, domain: Int, slots: Int, nodes: Int*) =
        new PlanningSessions.SessionOpened(
          id,
          domain,
          nodes.map(new NodeVersion(_, 1)).asJava,
          slots,
          List.empty[Slot].asJava
        )
      val all = List[Domain.Reply](
        opened(other.id, 1, 2, 2),
        new Domain.Done(new CommandId(77, 7)),
        opened(other.id, 1, 4, 2),
        opened(some.id, 0, 3, 0, 1)
      )

      some.replyTo ! new CommandBatcher.ReplyBatch(all.asJava)

      session.events.expectMessageType[Opened].slots shouldBe 5
    }
  }

  "A link to a session" should {

    "be closed when the session has ended, at once and without a dead letter" in {
      val session = new Opening().opened()
      testKit.stop(session.ref)
      val link = new SessionLink(first, session.ref, deadline, session.over, new LongAdder)

      val thrown = the[SessionFailedException] thrownBy link.ask(session.questions(0))

      thrown.getMessage should include("has ended")
    }

    "report why it cannot ask" in {
      val session = testKit.createTestProbe[Command]()
      val link = new SessionLink(first, session.ref, deadline, new CompletableFuture[Void], new LongAdder)
      val thrown =
        CompletableFuture.supplyAsync(() => the[SessionFailedException] thrownBy link.ask(java.util.List.of()))

      session.expectMessageType[Ask].answers.completeExceptionally(new IllegalStateException("why not"))

      thrown.get.getMessage shouldBe "why not"
    }

    "not wait for a session that ends without reading the question" in {
      val session = testKit.createTestProbe[Command]()
      val over = new CompletableFuture[Void]
      val link = new SessionLink(first, session.ref, deadline, over, new LongAdder)
      val thrown =
        CompletableFuture.supplyAsync(() => the[SessionFailedException] thrownBy link.ask(java.util.List.of()))
      session.expectMessageType[Ask]

      over.complete(null)

      thrown.get.getMessage should include("has ended")
    }
  }

  private def first = new CommandId(5, 100)

  private def second = new CommandId(5, 200)

  private def untold = new java.util.TreeMap[Integer, java.util.List[Slot]]

  private def rejected(id: CommandId): Domain.Reply = new Domain.Rejected(id, Rejection.TOO_MANY_SESSIONS)

  private def failure(answers: CompletableFuture[_]): String =
    the[ExecutionException] thrownBy answers.get match { case thrown => thrown.getCause.getMessage }

  private def slots(answers: CompletableFuture[java.util.List[SlotQueryResult]]): List[java.util.List[NodeSlot]] =
    answers.get.asScala.toList.map(_.slots)

  private def listed(row: String): java.util.List[NodeSlot] = Pictures.slots(row).asScala.map(NodeSlot.of).asJava

  /** Session that is being opened with two domains: one with nodes 0 and 1, the other with node 2.
    */
  private final class Opening {
    private val stubs = new StubDomains("n0", "n1", "n2 domain=1")
    val events: TestProbe[Event] = testKit.createTestProbe()
    val over = new CompletableFuture[Void]
    val ref: ActorRef[Command] =
      testKit.spawn(CycleSession.create(stubs.all, first.issuer, settings, events.ref))
    ref ! new Open(first, horizon, 40, over)
    private val sessions = scala.collection.mutable.Map.empty[Int, CommandId]

    def probe(site: Int): TestProbe[Domain.Command] = stubs.probes(site)
    def getsNothing(): Unit = stubs.getsNothing()

    def asked(site: Int): PlanningSessions.OpenSession = {
      val opening = stubs.gets[PlanningSessions.OpenSession](site)
      opening.horizon shouldBe horizon
      opening.nowTick shouldBe 40
      sessions(site) = opening.id
      opening
    }

    def answers(site: Int)(reply: CommandId => Domain.Reply): Unit = {
      val opening = asked(site)
      opening.replyTo ! reply(opening.id)
    }

    def opens(site: Int, versions: List[Long]): Unit = {
      val nodes = versions.zipWithIndex.map { case (version, at) => new NodeVersion(2 * site + at, version) }
      answers(site)(
        new PlanningSessions.SessionOpened(_, site, nodes.asJava, 1 + versions.size, List.empty[Slot].asJava)
      )
    }

    def opened(): Opening = {
      opens(0, List(0L, 1L))
      opens(1, List(2L))
      events.expectMessageType[Opened]
      this
    }

    def questions(sites: Int*): java.util.List[DomainLink.Addressed] =
      sites.map(new DomainLink.Addressed(_, everything)).toList.asJava

    def asks(sites: Int*): CompletableFuture[java.util.List[SlotQueryResult]] = asksIn(first, sites: _*)

    def asksIn(session: CommandId, sites: Int*): CompletableFuture[java.util.List[SlotQueryResult]] = {
      val answers = new CompletableFuture[java.util.List[SlotQueryResult]]
      ref ! new Ask(session, questions(sites: _*), answers)
      answers
    }

    def searched(site: Int)(reply: CommandId => Domain.Reply): Unit = {
      val search = stubs.gets[PlanningSessions.Search](site)
      search.session shouldBe sessions(site)
      search.question shouldBe everything
      search.replyTo ! reply(search.id)
    }

    def finds(site: Int, row: String): Unit =
      searched(site)(new PlanningSessions.Found(_, new SlotQueryResult(listed(row), true, 0)))

    def isOver(): Unit = {
      over.get(600, SECONDS)
      ()
    }

    def closedAt(sites: Int*): Unit =
      for (site <- sites) probe(site).expectMessage(new PlanningSessions.CloseSession(sessions(site)))
  }
}
