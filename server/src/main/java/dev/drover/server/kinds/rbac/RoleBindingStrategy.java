package dev.drover.server.kinds.rbac;

import dev.drover.api.Names;
import dev.drover.schema.FieldError;
import dev.drover.schema.TreeNode;
import dev.drover.server.strategy.DataStrategy;
import dev.drover.server.strategy.Naming;
import dev.drover.server.strategy.UpdatePolicy;
import dev.drover.server.validation.FieldValidator;
import dev.drover.server.validation.Immutability;
import dev.drover.server.validation.InternalForm;
import dev.drover.server.validation.StringFormats;
import java.util.List;

/// Bindings of roles and of cluster roles: subjects, and an immutable reference to a role.
///
/// @param namespaced whether the binding counts in one namespace
public record RoleBindingStrategy(boolean namespaced) implements DataStrategy {
  private static final String GROUP = "rbac.authorization.k8s.io";

  @Override
  public void setDefaults(TreeNode object) {
    TreeNode role = object.orCreate("roleRef");
    if (role.text("apiGroup").isEmpty()) {
      role.set("apiGroup", GROUP);
    }
    for (TreeNode subject : object.items("subjects")) {
      String kind = subject.text("kind");
      boolean isPerson = kind.equals("User") || kind.equals("Group");
      if (isPerson && subject.text("apiGroup").isEmpty()) {
        subject.set("apiGroup", GROUP);
      }
    }
  }

  @Override
  public List<FieldError> validate(TreeNode object) {
    FieldValidator binding = FieldValidator.root(object);
    check(binding);
    return binding.errors();
  }

  @Override
  public List<FieldError> validateUpdate(TreeNode object, TreeNode old) {
    FieldValidator binding = FieldValidator.root(object);
    check(binding);
    FieldValidator role = binding.child("roleRef");
    if (!Immutability.isSame(role, FieldValidator.root(old).child("roleRef"))) {
      role.invalid(InternalForm.of("rbac/v1.RoleRef", role.node()), "cannot change roleRef");
    }
    return binding.errors();
  }

  private void check(FieldValidator binding) {
    FieldValidator role = binding.child("roleRef");
    role.child("apiGroup").needOneOf(List.of(GROUP));
    role.child("kind")
        .needOneOf(namespaced ? List.of("Role", "ClusterRole") : List.of("ClusterRole"));
    FieldValidator name = role.child("name");
    if (name.needText()) {
      name.invalid(StringFormats.pathSegment(name.text()));
    }
    binding.child("subjects").each(this::checkSubject);
  }

  private void checkSubject(FieldValidator subject) {
    FieldValidator name = subject.child("name");
    boolean isNamed = name.needText();
    FieldValidator group = subject.child("apiGroup");
    switch (subject.child("kind").text()) {
      case "ServiceAccount" -> {
        if (isNamed) {
          name.invalid(Names.dnsSubdomain(name.text()));
        }
        group.needOneOf(List.of(""));
        if (!namespaced) {
          subject.child("namespace").needText();
        }
      }
      case "User", "Group" -> group.needOneOf(List.of(GROUP));
      default -> subject.child("kind").notSupported(List.of("ServiceAccount", "User", "Group"));
    }
  }

  @Override
  public Naming naming() {
    return Naming.of(StringFormats::pathSegment);
  }

  @Override
  public UpdatePolicy updatePolicy() {
    return UpdatePolicy.CREATES;
  }
}
