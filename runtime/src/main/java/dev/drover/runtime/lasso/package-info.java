/// Controllers in Lasso's style: handlers of a kind that share one client, one cache and one queue,
/// instead of one reconciler for each controller.
///
/// Reading order: [SharedControllerFactory][dev.drover.runtime.lasso.SharedControllerFactory] has a
/// [SharedController][dev.drover.runtime.lasso.SharedController] for each kind, with which a
/// [ChangeHandler][dev.drover.runtime.lasso.ChangeHandler] is registered, several of them together
/// by a [HandlerTransaction][dev.drover.runtime.lasso.HandlerTransaction]. `SharedKind` is what the
/// controllers of one resource share, `Handlers` calls their handlers, `FinalizingHandler` is the
/// one of [onRemove][dev.drover.runtime.lasso.SharedController#onRemove].
///
/// A program may have a factory and a [Manager][dev.drover.runtime.Manager] side by side.
@NullMarked
package dev.drover.runtime.lasso;

import org.jspecify.annotations.NullMarked;
